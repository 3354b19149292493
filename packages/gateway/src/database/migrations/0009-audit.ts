/** Who got in, who read lines, and when somebody last proved who they are. */
export const AUDIT = `
-- When the provider last asked the person itself; null: it is not known.
alter table person_token add column authed_at timestamptz;
-- Of a browser: however it is sent, it is not a token that an operator made for a program.
alter table person_token add column is_session boolean not null default false;
update person_token set is_session = true where expires_at - made_at < interval '1 day';

-- In one round trip, because every question begins with it.
create function find_person(p_digest bytea) returns table (org int, name text, role text, authed_at timestamptz, is_session boolean) language plpgsql as $$
begin
  perform set_config('hookline.org', '0', true);
  return query select t.org, t.name, t.role, t.authed_at, t.is_session from person_token t
    where t.digest = p_digest and t.expires_at > now() and t.revoked_at is null;
end $$;

-- A chain of its own for each organisation: a row that is changed or removed later does not fit those after it.
create table audit (
  id bigint generated always as identity primary key,
  org int not null,
  at timestamptz not null default now(),
  who text not null,
  what text not null,
  detail jsonb not null,
  digest bytea not null
);
create index on audit (org, id desc);

create function audit_digest(p_prev bytea, p_at timestamptz, p_who text, p_what text, p_detail jsonb) returns bytea language sql stable as $$
  select sha256(coalesce(p_prev, ''::bytea) || convert_to(jsonb_build_array(extract(epoch from p_at), p_who, p_what, p_detail)::text, 'utf8'))
$$;

create function note_audit(p_org int, p_who text, p_what text, p_detail jsonb) returns void language plpgsql as $$
declare
  v_prev bytea;
begin
  perform set_config('hookline.org', p_org::text, true);
  perform pg_advisory_xact_lock(4723003, p_org); -- rows of an organisation follow each other
  select a.digest into v_prev from audit a where a.org = p_org order by a.id desc limit 1;
  insert into audit (org, who, what, detail, digest) values (p_org, p_who, p_what, p_detail, audit_digest(v_prev, now(), p_who, p_what, p_detail));
end $$;

alter table audit enable row level security;
alter table audit force row level security;
create policy own_org on audit using (
  org = nullif(current_setting('hookline.org', true), '')::int or current_setting('hookline.org', true) = '0'
);
`;
