/** Organisations, machines, their streams, and what is stored of them. */
export const RECORD_TABLES = `
create table org (
  id int generated always as identity primary key,
  name text unique not null,
  ship text not null default 'decisions' check (ship in ('full', 'decisions', 'metadata'))
);

create table machine (
  id uuid primary key,
  org int not null references org,
  name text not null,
  kind text not null check (kind in ('laptop', 'ci', 'server')),
  key text not null,
  version text,
  policy_version bigint,
  enrolled_at timestamptz not null default now(),
  seen_at timestamptz,
  revoked_at timestamptz
);
create index on machine (org);

create table enrol_token (
  digest bytea primary key,
  org int not null references org,
  uses_left int not null,
  expires_at timestamptz not null,
  made_at timestamptz not null default now()
);

create table person_token (
  digest bytea primary key,
  org int not null references org,
  name text not null,
  role text not null check (role in ('reader', 'auditor', 'policy', 'approver', 'admin')),
  expires_at timestamptz not null,
  made_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table setting (name text primary key, value text not null);

create table stream (
  id bigint generated always as identity primary key,
  org int not null,
  machine uuid not null references machine,
  epoch int not null,
  head bytea not null,
  seq bigint not null default 0,
  lines bigint not null default 0,
  claimed bigint not null default 0,
  findings int not null default 0,
  state bytea,
  begun_after bytea,
  last_at timestamptz,
  ended_why text,
  unique (machine, epoch)
) with (fillfactor = 70);
create index on stream (org);

create table chunk (
  day date not null,
  org int not null,
  stream bigint not null,
  seq bigint not null,
  at bigint not null,
  lines int not null,
  after bytea not null,
  head bytea not null,
  level smallint not null,
  first_at timestamptz,
  last_at timestamptz,
  received_at timestamptz not null default now(),
  body bytea,
  primary key (stream, seq, day)
) partition by range (day);
alter table chunk alter column body set storage external;
create index on chunk (received_at);
create table chunk_other partition of chunk default;

create table word (
  id int generated always as identity primary key,
  org int not null,
  kind smallint not null,
  text text not null,
  unique (org, kind, text)
);

create table decision (
  at timestamptz not null,
  stream bigint not null,
  chunk bigint not null,
  last_chunk bigint not null,
  day date not null,
  org int not null,
  project int,
  hook int,
  agent int,
  tool int,
  ms real,
  event int,
  verdict smallint,
  hooks smallint not null default 0,
  faults smallint not null default 0,
  shadow boolean not null default false,
  id text collate "C" not null,
  session text,
  about text,
  reason text,
  runs real[],
  primary key (day, stream, id)
) partition by range (day);
create index on decision (org, at desc);
create index on decision (project, verdict, at desc) where verdict > 1;
create index on decision (hook, at desc) where hook is not null;
create table decision_other partition of decision default;

create table run (
  day date not null,
  org int not null,
  stream bigint not null,
  decision text collate "C" not null,
  hook int not null,
  n smallint not null,
  at timestamptz not null,
  status smallint not null,
  fault text,
  message text,
  stderr text,
  shadow jsonb,
  primary key (day, stream, decision, hook, n)
) partition by range (day);
create index on run (org, hook, at desc);
create table run_other partition of run default;

create table finding (
  id bigint generated always as identity primary key,
  org int not null,
  stream bigint not null,
  seq bigint not null,
  position bigint not null,
  kind text not null,
  message text not null,
  line bytea,
  at timestamptz not null default now()
);
create index on finding (org, at desc);
`;
