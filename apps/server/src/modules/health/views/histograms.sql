-- A histogram of one duration, by its bin: bin n stands for 1.1^n milliseconds, from -24 on. Histograms are numbers and
-- are added up by sum(); each bin has eight digits.
create function derived.histogram_of(bin integer) returns numeric
language sql immutable parallel safe
return ('1e' || 8 * (bin + 24))::numeric;

-- The duration in milliseconds that a share of those in a histogram do not exceed: the first bin that reaches it. Read
-- from the top, where few digits tell the percentiles that people ask for.
create function derived.percentile(histogram numeric, counted bigint, share numeric) returns double precision
language plpgsql immutable parallel safe strict
as $$
declare
  digits constant text := histogram::text;
  bin integer := (octet_length(digits) - 1) / 8;
  place integer := octet_length(digits) - bin * 8;
  slower bigint := left(digits, place)::bigint;
  may_be_slower constant bigint := counted - ceil(counted * share)::bigint;
begin
  if counted = 0 then
    return null;
  end if;
  while slower <= may_be_slower and bin > 0 loop
    slower := slower + substr(digits, place + 1, 8)::integer;
    place := place + 8;
    bin := bin - 1;
  end loop;
  return round(1.1 ^ (bin - 24), 2);
end
$$;

-- Uptime and latency as clients read them.
create function derived.uptime_of(
  passed bigint, failed bigint, last_pass timestamptz, last_fail timestamptz
) returns json
language sql stable parallel safe
return json_build_object(
  'passed', coalesce(passed, 0), 'failed', coalesce(failed, 0), 'last_pass', last_pass, 'last_fail', last_fail
);

create function derived.latency_of(mean double precision, histogram numeric, counted bigint) returns json
language sql stable parallel safe
return json_build_object(
  'rolling1h', mean,
  'avg', mean,
  'p50', derived.percentile(histogram, counted, 0.5),
  'p95', derived.percentile(histogram, counted, 0.95),
  'p97', derived.percentile(histogram, counted, 0.97),
  'p99', derived.percentile(histogram, counted, 0.99)
);

-- What happened to a check since an instant, from its five-minute rollups; one row, empty where it did not run.
create function derived.check_window(wanted uuid, since timestamptz)
returns table (passed bigint, failed bigint, counted bigint, mean double precision, histogram numeric)
language sql stable
as $$
  select
    sum(rollups.passed)::bigint,
    sum(rollups.failed)::bigint,
    sum(rollups.passed + rollups.failed)::bigint,
    sum(duration_sum) / nullif(sum(rollups.passed + rollups.failed), 0),
    sum(rollups.histogram)
  from core.check_rollups_5m as rollups
  where check_id = wanted and bucket > since - interval '5 minutes'
$$;
