const TABLES = ['central_answer', 'fail_open'];

/** Answers of central decisions, kept for a while, and faults of policy hooks after which the action went on. */
export const CENTRAL = `
create table central_answer (
  org int not null,
  machine uuid not null references machine,
  id text not null,
  -- Of the question: the same id cannot stand for another one.
  question bytea not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (org, machine, id)
);
create index on central_answer (at);

-- One call each, because a machine waits. The answer that is kept counts, whoever else has made one meanwhile.
create function find_answer(p_org int, p_machine uuid, p_id text, p_minutes int)
returns table (question bytea, answer text) language plpgsql as $$
begin
  perform set_config('hookline.org', p_org::text, true);
  return query select a.question, a.answer from central_answer a
    where a.org = p_org and a.machine = p_machine and a.id = p_id and a.at > now() - make_interval(mins => p_minutes);
end $$;

create function keep_answer(p_org int, p_machine uuid, p_id text, p_question bytea, p_answer text, p_minutes int)
returns table (question bytea, answer text) language plpgsql as $$
begin
  perform set_config('hookline.org', p_org::text, true);
  -- An answer that is lost because PostgreSQL stops at this moment is made again: not worth to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into central_answer as a (org, machine, id, question, answer) values (p_org, p_machine, p_id, p_question, p_answer)
  on conflict (org, machine, id) do update set question = excluded.question, answer = excluded.answer, at = now()
    where a.at <= now() - make_interval(mins => p_minutes);
  return query select * from find_answer(p_org, p_machine, p_id, p_minutes);
end $$;

-- Appends of one machine follow each other, so that its rows are never waited for.
create table fail_open (
  org int not null,
  machine uuid not null references machine,
  policy text not null,
  hook text not null,
  runs bigint not null,
  last_at timestamptz not null,
  primary key (org, machine, policy, hook)
);

create function note_fail_open(p_org int, p_machine uuid, p_reports jsonb) returns void language sql as $$
  insert into fail_open as f (org, machine, policy, hook, runs, last_at)
  select p_org, p_machine, r.policy, r.hook, sum(r.opened), now()
    from jsonb_to_recordset(p_reports) as r(policy text, hook text, opened int)
   where r.opened > 0 group by r.policy, r.hook
  on conflict (org, machine, policy, hook) do update set runs = f.runs + excluded.runs, last_at = excluded.last_at
$$;

create or replace function append_with_policy(
  p_org int, p_machine uuid, p_stream bigint, p_after bytea, p_at bigint, p_head bytea, p_chunk jsonb, p_body bytea,
  p_state bytea, p_decisions json, p_runs json, p_findings json, p_said jsonb, p_news jsonb
) returns table (outcome text, head bytea, lines bigint) language plpgsql as $$
declare
  v record;
begin
  select a.outcome, a.head, a.lines into v
    from append_chunk(p_org, p_machine, p_stream, p_after, p_at, p_head, p_chunk, p_body, p_state, p_decisions, p_runs, p_findings) a;
  if not found then return; end if;
  if v.outcome = 'done' then
    perform note_policy(p_org, p_machine, p_said, p_news);
    if p_news is not null then perform note_fail_open(p_org, p_machine, p_news->'reports'); end if;
  end if;
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
