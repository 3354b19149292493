const TABLES = ['policy_report', 'rollup', 'rollout', 'exception', 'policy_event'];

/** What machines tell about the policy, how far its roll-out has come, and exceptions from it. */
export const POLICY_TABLES = `
alter table machine add column policy_stamp bigint;

-- One row for each hook in a chunk, written by the append itself; no row is shared, so that appends do not wait for each other.
create table policy_report (
  org int not null,
  at timestamptz not null default now(),
  policy text not null,
  version bigint not null,
  hook text not null,
  ring text not null check (ring in ('shadow', 'enforced')),
  runs int not null,
  blocks int not null,
  faults int not null,
  opened int not null,
  ms int[] not null
);

-- The same, added up once a minute, by the time of the look that did it: a machine whose clock is wrong, or that was away,
-- counts when its lines are here, and a look never sees half of a report.
create table rollup (
  org int not null,
  at timestamptz not null,
  policy text not null,
  version bigint not null,
  hook text not null,
  ring text not null,
  runs bigint not null,
  blocks bigint not null,
  faults bigint not null,
  opened bigint not null,
  ms int[] not null
);
create index on rollup (org, policy, version, at);

create table rollout (
  org int not null,
  policy text not null,
  version bigint not null,
  id text,
  stages jsonb,
  stage int not null default 0,
  since timestamptz not null default now(),
  state text not null check (state in ('running', 'halted', 'done')),
  why text,
  shadow text[] not null default '{}',
  said jsonb,
  primary key (org, policy, version)
);

create table exception (
  org int not null,
  machine uuid not null references machine,
  id text not null,
  hooks text[] not null,
  reason text not null,
  asked_by text not null,
  asked jsonb,
  state text not null check (state in ('asked', 'approved', 'refused', 'taken')),
  granted_by text,
  sealed jsonb,
  until timestamptz,
  used int not null default 0,
  at timestamptz not null default now(),
  primary key (org, machine, id)
);
create index on exception (org, at desc);

create table policy_event (
  id bigint generated always as identity primary key,
  org int not null,
  at timestamptz not null default now(),
  who text not null,
  what text not null,
  detail jsonb not null
);
create index on policy_event (org, at desc);

create function note_policy(p_org int, p_machine uuid, p_said jsonb, p_news jsonb) returns void language plpgsql as $$
begin
  perform set_config('hookline.org', p_org::text, true);
  if p_said is not null then
    update machine m set policy_version = (p_said->>'version')::bigint, policy_stamp = (p_said->>'stamp')::bigint, seen_at = now()
     where m.id = p_machine and (m.policy_version is distinct from (p_said->>'version')::bigint
       or m.policy_stamp is distinct from (p_said->>'stamp')::bigint or m.seen_at is null or m.seen_at < now() - interval '10 seconds');
  end if;
  if p_news is null then return; end if;
  insert into policy_report (org, policy, version, hook, ring, runs, blocks, faults, opened, ms)
  select p_org, r.policy, r.version, r.hook, r.ring, r.runs, r.blocks, r.faults, r.opened, r.ms
    from jsonb_to_recordset(p_news->'reports') as r(policy text, version bigint, hook text, ring text, runs int, blocks int, faults int, opened int, ms int[]);
  insert into exception as e (org, machine, id, hooks, reason, asked_by, state, granted_by, until)
  select p_org, p_machine, r.id, r.hooks, r.reason, r."askedBy", 'taken', r."grantedBy", r.until
    from jsonb_to_recordset(p_news->'exceptions') as r(id text, hooks text[], reason text, "askedBy" text, "grantedBy" text, until timestamptz)
  on conflict (org, machine, id) do update set state = 'taken';
  insert into policy_event (org, who, what, detail)
  select p_org, r."askedBy", case when r."grantedBy" is null then 'exception_taken_alone' else 'exception_taken' end,
         jsonb_build_object('machine', p_machine, 'id', r.id, 'hooks', r.hooks, 'reason', r.reason, 'until', r.until)
    from jsonb_to_recordset(p_news->'exceptions') as r(id text, hooks text[], reason text, "askedBy" text, "grantedBy" text, until timestamptz);
  update exception e set used = e.used + (u.value)::int
    from jsonb_each_text(p_news->'used') as u where e.org = p_org and e.machine = p_machine and e.id = u.key;
end $$;

create function append_with_policy(
  p_org int, p_machine uuid, p_stream bigint, p_after bytea, p_at bigint, p_head bytea, p_chunk jsonb, p_body bytea,
  p_state bytea, p_decisions json, p_runs json, p_findings json, p_said jsonb, p_news jsonb
) returns table (outcome text, head bytea, lines bigint) language plpgsql as $$
declare
  v record;
begin
  select a.outcome, a.head, a.lines into v
    from append_chunk(p_org, p_machine, p_stream, p_after, p_at, p_head, p_chunk, p_body, p_state, p_decisions, p_runs, p_findings) a;
  if not found then return; end if;
  if v.outcome = 'done' then perform note_policy(p_org, p_machine, p_said, p_news); end if;
  return query select v.outcome::text, v.head::bytea, v.lines::bigint;
end $$;

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
