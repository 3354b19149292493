const TABLES = ['machine', 'enrol_token', 'person_token', 'stream', 'chunk', 'word', 'decision', 'run', 'finding'];

/** Rows of another organisation do not exist for a transaction, whatever its query forgets. */
export const ISOLATION = TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy own_org on ${table} using (
  org = nullif(current_setting('hookline.org', true), '')::int or current_setting('hookline.org', true) = '0'
);
`,
).join('');
