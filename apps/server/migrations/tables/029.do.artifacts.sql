-- Files that scripts of checks left, kept with the result of the run: check and time are those of core.check_statuses.
create table core.artifacts (
  id uuid primary key,
  check_id uuid not null references core.checks on delete cascade,
  check_time timestamptz not null,
  path text not null,
  filename text not null,
  content_type text not null,
  -- Bytes of the file
  size integer not null,
  -- SHA-256 of the file, in hexadecimal
  checksum text not null,
  compression text not null check (compression in ('gzip', 'none')),
  content bytea not null,
  -- Bytes in the database
  stored integer not null generated always as (octet_length(content)) stored,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- It is compressed already where that makes it smaller.
alter table core.artifacts alter column content set storage external;
create index artifacts_run on core.artifacts (check_id, check_time);
create index artifacts_age on core.artifacts (created_at);
