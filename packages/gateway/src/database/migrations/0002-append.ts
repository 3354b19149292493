/**
 * The one way by which lines get into the record. All in one statement, so in one transaction: the head moves only from the
 * line that the chunk follows, and then chunk, rows and findings are there, or none of it is.
 */
export const APPEND_FUNCTION = `
create function append_chunk(
  p_org int, p_machine uuid, p_stream bigint, p_after bytea, p_at bigint, p_head bytea, p_chunk jsonb, p_body bytea,
  p_state bytea, p_decisions json, p_runs json, p_findings json
) returns table (outcome text, head bytea, lines bigint) language plpgsql as $$
declare
  v_seq bigint;
  v_lines int := (p_chunk->>'lines')::int;
  v_day date := (now() at time zone 'utc')::date;
begin
  perform set_config('hookline.org', p_org::text, true);
  perform from machine m where m.id = p_machine and m.revoked_at is null;
  if not found then return; end if;
  update stream s
     set head = p_head, seq = s.seq + 1, lines = s.lines + v_lines, state = p_state, claimed = p_at + v_lines + (p_chunk->>'waiting')::bigint,
         findings = s.findings + coalesce(json_array_length(p_findings), 0), last_at = now()
   where s.id = p_stream and s.machine = p_machine and s.head = p_after and s.lines = p_at
  returning s.seq into v_seq;
  if not found then
    return query select 'elsewhere', s.head, s.lines from stream s where s.id = p_stream and s.machine = p_machine;
    return;
  end if;
  insert into chunk (day, org, stream, seq, at, lines, after, head, level, first_at, last_at, body)
  values (v_day, p_org, p_stream, v_seq, p_at, v_lines, p_after, p_head, (p_chunk->>'level')::smallint,
          (p_chunk->>'firstAt')::timestamptz, (p_chunk->>'lastAt')::timestamptz, p_body);
  update machine m set seen_at = now(), version = coalesce(p_chunk->>'version', m.version)
   where m.id = p_machine and (m.seen_at is null or m.seen_at < now() - interval '10 seconds' or m.version is distinct from coalesce(p_chunk->>'version', m.version));
  if p_decisions is not null then
    insert into decision as d (day, org, stream, id, chunk, last_chunk, at, project, hook, agent, tool, ms, event, verdict, hooks, faults, shadow, session, about, reason, runs)
    select r.day, p_org, p_stream, r.id, v_seq, v_seq, r.at, r.project, r.hook, r.agent, r.tool, r.ms, r.event, r.verdict,
           coalesce(r.hooks, 0), coalesce(r.faults, 0), coalesce(r.shadow, false), r.session, r.about, r.reason, r.runs
      from json_to_recordset(p_decisions) as r(day date, id text, at timestamptz, project int, hook int, agent int, tool int,
           ms real, event int, verdict smallint, hooks smallint, faults smallint, shadow boolean, session text, about text, reason text, runs real[])
    on conflict (day, stream, id) do update set
      at = least(d.at, excluded.at), last_chunk = v_seq, project = coalesce(d.project, excluded.project), hook = coalesce(d.hook, excluded.hook),
      agent = coalesce(d.agent, excluded.agent), tool = coalesce(d.tool, excluded.tool), ms = coalesce(excluded.ms, d.ms),
      event = coalesce(d.event, excluded.event), verdict = coalesce(excluded.verdict, d.verdict), hooks = greatest(d.hooks, excluded.hooks),
      faults = greatest(d.faults, excluded.faults), shadow = d.shadow or excluded.shadow, session = coalesce(d.session, excluded.session),
      about = coalesce(d.about, excluded.about), reason = coalesce(d.reason, excluded.reason), runs = coalesce(d.runs, excluded.runs);
  end if;
  if p_runs is not null then
    insert into run (day, org, stream, decision, hook, n, at, status, fault, message, stderr, shadow)
    select r.day, p_org, p_stream, r.decision, r.hook, r.n, r.at, r.status, r.fault, r.message, r.stderr, r.shadow
      from json_to_recordset(p_runs) as r(day date, decision text, hook int, n smallint, at timestamptz, status smallint, fault text, message text, stderr text, shadow jsonb)
    on conflict do nothing;
  end if;
  if p_findings is not null then
    insert into finding (org, stream, seq, position, kind, message, line)
    select p_org, p_stream, v_seq, p_at + r.line, r.kind, r.message, decode(r.text, 'base64')
      from json_to_recordset(p_findings) as r(line int, kind text, message text, text text);
  end if;
  return query select 'done', p_head, p_at + v_lines;
end $$;
`;
