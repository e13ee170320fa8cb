-- Ids of one millisecond follow each other: entries of the audit log are listed in the order of their ids. The 12 bits after
-- the milliseconds are the fraction of one (RFC 9562, section 6.2, method 3), as PostgreSQL 18 has it too.
create or replace function core.new_id() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send(now.micros / 1000) from 3)
        || substring(int8send(28672 + now.micros % 1000 * 4096 / 1000) from 7)
      from 1 for 8
    ),
    'hex'
  )::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
$$;
