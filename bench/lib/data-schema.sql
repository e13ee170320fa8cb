-- Checks with their canaries and labels: 100,000 rows of about 700 bytes, 300,000 labels.
create schema api;
create table api.canaries (
  id uuid primary key default gen_random_uuid(), number integer not null unique,
  name text not null, namespace text not null, spec jsonb not null
);
create table api.checks (
  id bigint primary key,
  canary_id uuid not null references api.canaries,
  name text not null,
  type text not null,
  status text not null,
  severity text not null,
  description text,
  message text,
  labels jsonb not null,
  details jsonb,
  duration integer,
  uptime double precision,
  last_runtime timestamptz not null,
  next_runtime timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create table api.check_labels (
  check_id bigint not null references api.checks, key text not null, value text not null, primary key (check_id, key)
);

insert into api.canaries (number, name, namespace, spec)
select n, 'canary-' || n, 'namespace-' || n % 20, jsonb_build_object('schedule', '@every 30s', 'http', jsonb_build_array(n))
from generate_series(0, 1999) n;

insert into api.checks
select
  n, c.id, 'check number ' || n, (array['http', 'tcp', 'dns', 'sql'])[1 + n % 4],
  (array['healthy', 'unhealthy', 'warning', 'unknown'])[1 + (n * 7919) % 4], (array['low', 'medium', 'high'])[1 + n % 3],
  'Checks that the front page of shop ' || n || ' answers in time, with the words that it should have',
  'GET https://shop-' || n || '.example.com/ answered 200 after ' || n % 900 || ' ms: ' || repeat(md5(n::text) || ' ', 4),
  jsonb_build_object('team', 'team-' || n % 50, 'environment', (array['production', 'staging'])[1 + n % 2], 'shop', n),
  jsonb_build_object('url', 'https://shop-' || n || '.example.com/', 'status', 200, 'size', n * 3, 'certificate',
    jsonb_build_object('issuer', 'Example CA', 'days', n % 90)),
  n % 900, 99.5 + (n % 50) / 100.0,
  timestamptz '2024-06-01' - n * interval '17 seconds', timestamptz '2024-06-01' + interval '30 seconds',
  timestamptz '2024-01-01', timestamptz '2024-06-01' - n * interval '17 seconds', null
from generate_series(0, 99999) n join api.canaries c on c.number = n % 2000;

insert into api.check_labels
select n, key, key || '-' || n % 100 from generate_series(0, 99999) n, unnest(array['team', 'region', 'tier']) key;

create index on api.checks (status, updated_at desc, id);
create index on api.checks (canary_id);
vacuum analyze;
