/** Once a day it is signed where all streams end, so that nothing before can be written anew later. */
export const DAILY_CHECKPOINT = `
-- A row of checkpoint says where a stream ended. One without a day is of a daily checkpoint, and no lines were removed for it.
alter table checkpoint alter column day drop not null, alter column findings drop not null,
  add column number int, add check (day is not null or number is not null);
create index on checkpoint (org, number) where number is not null;

create table daily_checkpoint (
  org int not null,
  number int not null,
  day date not null,
  at timestamptz not null default now(),
  -- Streams that have got lines since the one before.
  streams int not null,
  jws text not null,
  primary key (org, number),
  unique (org, day)
);

alter table daily_checkpoint enable row level security;
alter table daily_checkpoint force row level security;
create policy own_org on daily_checkpoint using (
  org = nullif(current_setting('hookline.org', true), '')::int or current_setting('hookline.org', true) = '0'
);
`;
