/** For dashboards: names instead of numbers. */
export const VIEWS = `
create view v_decision with (security_invoker = true) as
select d.at, o.name as org, m.name as machine, d.id, e.text as event, t.text as tool, p.text as project, a.text as agent, d.session,
       case d.verdict when 0 then 'none' when 1 then 'allow' when 2 then 'ask' when 3 then 'block' end as verdict,
       h.text as hook, d.reason, d.ms, d.hooks, d.faults, d.shadow
  from decision d join stream s on s.id = d.stream join machine m on m.id = s.machine join org o on o.id = d.org
  left join word e on e.id = d.event left join word t on t.id = d.tool left join word p on p.id = d.project
  left join word a on a.id = d.agent left join word h on h.id = d.hook;

create view v_lag with (security_invoker = true) as
select o.name as org, m.id as machine, m.name, m.kind, m.version, m.seen_at, m.revoked_at, s.id as stream, s.epoch, s.lines,
       greatest(0, s.claimed - s.lines) as waiting, s.findings, s.last_at, now() - s.last_at as lag
  from machine m join org o on o.id = m.org left join stream s on s.machine = m.id;

create view v_adoption with (security_invoker = true) as
select o.name as org, m.version, m.policy_version, count(*) as machines, count(*) filter (where m.seen_at > now() - interval '1 day') as seen_today
  from machine m join org o on o.id = m.org where m.revoked_at is null group by 1, 2, 3;
`;
