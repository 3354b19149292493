/**
 * The one way by which lines get into the record, again, for many small chunks: rows of decisions come as columns instead of
 * JSON, and what need not be written is not touched. As before it is one statement, so one transaction: the head moves only
 * from the line that the chunk follows, and then chunk, rows and findings are there, or none of it is.
 *
 * Decisions are found by their id alone, whatever their day and stream; keys and chunks' numbers are as narrow as they can be.
 */
export const FASTER_APPEND = `
drop function append_with_policy;
drop function append_chunk;

drop view v_decision;
alter table decision drop constraint decision_pkey;
alter table decision alter column chunk type int, alter column last_chunk type int;
alter table decision add primary key (id, day, stream);
create view v_decision with (security_invoker = true) as
select d.at, o.name as org, m.name as machine, d.id, e.text as event, t.text as tool, p.text as project, a.text as agent, d.session,
       case d.verdict when 0 then 'none' when 1 then 'allow' when 2 then 'ask' when 3 then 'block' end as verdict,
       h.text as hook, d.reason, d.ms, d.hooks, d.faults, d.shadow
  from decision d join stream s on s.id = d.stream join machine m on m.id = s.machine join org o on o.id = d.org
  left join word e on e.id = d.event left join word t on t.id = d.tool left join word p on p.id = d.project
  left join word a on a.id = d.agent left join word h on h.id = d.hook;

-- Numbers of words that a gateway remembers are worth nothing for a server that was started since: another copy may have been
-- put in its place. Such an append is refused (restarted), and sent again with numbers that were asked for again.
create function append_lines(
  p_server timestamptz, p_org int, p_machine uuid, p_stream bigint, p_after bytea, p_at bigint, p_head bytea, p_body bytea,
  p_lines int, p_level int, p_waiting bigint, p_version text, p_first float8, p_last float8,
  d_day date[], d_id text[], d_at float8[], d_project int[], d_hook int[], d_agent int[], d_tool int[], d_ms real[], d_event int[],
  d_verdict smallint[], d_hooks smallint[], d_faults smallint[], d_shadow boolean[], d_session text[], d_about text[], d_reason text[],
  d_runs text[], p_runs json, p_findings json, p_policy_version bigint, p_policy_stamp bigint, p_news jsonb
) returns table (outcome text, head bytea, lines bigint) language plpgsql as $$
declare
  v_seq bigint;
  v_machine record;
begin
  if p_server <> pg_postmaster_start_time() then
    return query select 'restarted', ''::bytea, 0::bigint;
    return;
  end if;
  perform set_config('hookline.org', p_org::text, true);
  select m.seen_at, m.version, m.policy_version, m.policy_stamp into v_machine from machine m where m.id = p_machine and m.revoked_at is null;
  if not found then return; end if;
  update stream s
     set head = p_head, seq = s.seq + 1, lines = s.lines + p_lines, claimed = p_at + p_lines + p_waiting,
         findings = s.findings + coalesce(json_array_length(p_findings), 0), last_at = now()
   where s.id = p_stream and s.machine = p_machine and s.head = p_after and s.lines = p_at
  returning s.seq into v_seq;
  if not found then
    return query select 'elsewhere', s.head, s.lines from stream s where s.id = p_stream and s.machine = p_machine;
    return;
  end if;
  insert into chunk (day, org, stream, seq, at, lines, after, head, level, first_at, last_at, body)
  values ((now() at time zone 'utc')::date, p_org, p_stream, v_seq, p_at, p_lines, p_after, p_head, p_level,
          to_timestamp(p_first / 1000), to_timestamp(p_last / 1000), p_body);
  if v_machine.seen_at is null or v_machine.seen_at < now() - interval '10 seconds' or v_machine.version is distinct from coalesce(p_version, v_machine.version)
     or (p_policy_version is not null and (v_machine.policy_version, v_machine.policy_stamp) is distinct from (p_policy_version, p_policy_stamp)) then
    update machine m set seen_at = now(), version = coalesce(p_version, m.version), policy_version = coalesce(p_policy_version, m.policy_version),
           policy_stamp = case when p_policy_version is null then m.policy_stamp else p_policy_stamp end
     where m.id = p_machine;
  end if;
  if d_id is not null then
    insert into decision as d (day, org, stream, id, chunk, last_chunk, at, project, hook, agent, tool, ms, event, verdict, hooks, faults, shadow, session, about, reason, runs)
    select r.day, p_org, p_stream, r.id, v_seq, v_seq, to_timestamp(r.at / 1000), r.project, r.hook, r.agent, r.tool, r.ms, r.event, r.verdict,
           coalesce(r.hooks, 0), coalesce(r.faults, 0), coalesce(r.shadow, false), r.session, r.about, r.reason, r.runs::real[]
      from unnest(d_day, d_id, d_at, d_project, d_hook, d_agent, d_tool, d_ms, d_event, d_verdict, d_hooks, d_faults, d_shadow, d_session, d_about, d_reason, d_runs)
        as r(day, id, at, project, hook, agent, tool, ms, event, verdict, hooks, faults, shadow, session, about, reason, runs)
    on conflict (id, day, stream) do update set
      at = least(d.at, excluded.at), last_chunk = v_seq, project = coalesce(d.project, excluded.project), hook = coalesce(d.hook, excluded.hook),
      agent = coalesce(d.agent, excluded.agent), tool = coalesce(d.tool, excluded.tool), ms = coalesce(excluded.ms, d.ms),
      event = coalesce(d.event, excluded.event), verdict = coalesce(excluded.verdict, d.verdict), hooks = greatest(d.hooks, excluded.hooks),
      faults = greatest(d.faults, excluded.faults), shadow = d.shadow or excluded.shadow, session = coalesce(d.session, excluded.session),
      about = coalesce(d.about, excluded.about), reason = coalesce(d.reason, excluded.reason), runs = coalesce(d.runs, excluded.runs);
  end if;
  if p_runs is not null then
    insert into run (day, org, stream, decision, hook, n, at, status, fault, message, stderr, shadow)
    select r.day, p_org, p_stream, r.decision, r.hook, r.n, to_timestamp(r.at / 1000), r.status, r.fault, r.message, r.stderr, r.shadow
      from json_to_recordset(p_runs) as r(day date, decision text, hook int, n smallint, at float8, status smallint, fault text, message text, stderr text, shadow jsonb)
    on conflict do nothing;
  end if;
  if p_findings is not null then
    insert into finding (org, stream, seq, position, kind, message, line)
    select p_org, p_stream, v_seq, p_at + r.line, r.kind, r.message, decode(r.text, 'base64')
      from json_to_recordset(p_findings) as r(line int, kind text, message text, text text);
  end if;
  if p_news is not null then
    perform note_policy(p_org, p_machine, null, p_news);
    perform note_fail_open(p_org, p_machine, p_news->'reports');
  end if;
  return query select 'done', p_head, p_at + p_lines;
end $$;
`;
