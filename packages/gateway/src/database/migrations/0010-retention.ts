const TABLES = ['removal', 'checkpoint'];

/** What is left of days that were removed because they were old. */
export const RETENTION = `
-- Where a stream begins after its older lines were removed. Of the newest row of a stream the marks of the last removed lines
-- are kept, so that the lines after them can still be checked against them.
create table checkpoint (
  org int not null,
  stream bigint not null,
  -- The day of arrival that was removed.
  day date not null,
  seq bigint not null,
  lines bigint not null,
  head bytea not null,
  -- What the check of the removed lines found, directly before they were removed.
  findings int not null,
  -- Marks of lines without the lines, compressed as a chunk.
  tail bytea,
  primary key (stream, seq)
);
create index on checkpoint (org, day);

create table removal (
  id bigint generated always as identity primary key,
  org int not null,
  at timestamptz not null default now(),
  what text not null check (what in ('lines', 'decisions')),
  day date not null,
  -- Lines, or decisions.
  count bigint not null,
  findings int not null,
  -- Of the checkpoints that were made for it.
  digest bytea,
  jws text
);
create index on removal (org, id desc);

create function checkpoint_digest(p_org int, p_day date) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(string_agg(c.stream || ' ' || c.seq || ' ' || c.lines || ' ' || encode(c.head, 'hex') || ' ' || c.findings, e'\\n' order by c.stream, c.seq), ''), 'utf8'))
    from checkpoint c where c.org = p_org and c.day = p_day
$$;

${TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy own_org on ${table} using (
  org = nullif(current_setting('hookline.org', true), '')::int or current_setting('hookline.org', true) = '0'
);
`,
).join('')}
`;
