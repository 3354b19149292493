/** What machines refuse to take is shown with what was done about the policy; exceptions that come into force are in the audit. */
export const POLICY_NOTES = `
create or replace function note_policy(p_org int, p_machine uuid, p_said jsonb, p_news jsonb) returns void language plpgsql as $$
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
  perform note_audit(p_org, r."askedBy", case when r."grantedBy" is null then 'exception_taken_alone' else 'exception_taken' end,
         jsonb_build_object('machine', p_machine, 'id', r.id, 'hooks', r.hooks, 'until', r.until))
    from jsonb_to_recordset(p_news->'exceptions') as r(id text, hooks text[], "askedBy" text, "grantedBy" text, until timestamptz);
  -- A machine that looks every minute says the same every minute.
  insert into policy_event (org, who, what, detail)
  select distinct p_org, m.name, r.kind, jsonb_build_object('machine', p_machine, 'why', r.why)
    from jsonb_to_recordset(p_news->'refused') as r(kind text, why text) join machine m on m.id = p_machine
   where not exists (select from policy_event v where v.org = p_org and v.at > now() - interval '1 day' and v.what = r.kind
                        and v.detail = jsonb_build_object('machine', p_machine, 'why', r.why));
  update exception e set used = e.used + (u.value)::int
    from jsonb_each_text(p_news->'used') as u where e.org = p_org and e.machine = p_machine and e.id = u.key;
end $$;
`;
