/** A machine on which a policy was in force, and is not any more, must not be counted among those that have it. */
export const POLICY_GONE = `
-- Since when a machine that had a policy says that none is in force there as it was signed (version 0); null: one is.
alter table machine add column policy_gone_at timestamptz;

create function note_policy_gone() returns trigger language plpgsql as $$
begin
  if new.policy_version = 0 and old.policy_version > 0 then
    new.policy_gone_at := now();
    insert into policy_event (org, who, what, detail)
    values (new.org, new.name, 'policy_gone', jsonb_build_object('machine', new.id, 'version', old.policy_version));
  elsif new.policy_version > 0 and old.policy_gone_at is not null then
    new.policy_gone_at := null;
    insert into policy_event (org, who, what, detail)
    values (new.org, new.name, 'policy_back', jsonb_build_object('machine', new.id, 'version', new.policy_version));
  end if;
  return new;
end $$;

create trigger policy_gone before update of policy_version on machine
  for each row when (old.policy_version is distinct from new.policy_version) execute function note_policy_gone();
`;
