-- What happened to checks since an instant, from their five-minute rollups; one row for each check that ran.
create function derived.check_windows(wanted uuid[], since timestamptz)
returns table (
  check_id uuid,
  passed bigint,
  failed bigint,
  mean double precision,
  p50 double precision,
  p95 double precision,
  p97 double precision,
  p99 double precision
)
language sql stable
as $$
  with rollups as (
    select * from core.check_rollups_5m
    where check_id = any (wanted) and bucket > since - interval '5 minutes'
  ),
  sums as (
    select
      check_id,
      sum(rollups.passed)::bigint as passed,
      sum(rollups.failed)::bigint as failed,
      sum(duration_sum) / nullif(sum(rollups.passed + rollups.failed), 0) as mean
    from rollups group by check_id
  ),
  bins as (
    select check_id, bin, sum(histogram[bin]) as amount
    from rollups, generate_subscripts(histogram, 1) as bin
    where histogram[bin] > 0
    group by check_id, bin
  ),
  ranked as (
    select
      check_id,
      round((1.1::numeric) ^ bin, 2)::double precision as milliseconds,
      sum(amount) over (partition by check_id order by bin) / sum(amount) over (partition by check_id) as share
    from bins
  ),
  percentiles as (
    select
      check_id,
      min(milliseconds) filter (where share >= 0.5) as p50,
      min(milliseconds) filter (where share >= 0.95) as p95,
      min(milliseconds) filter (where share >= 0.97) as p97,
      min(milliseconds) filter (where share >= 0.99) as p99
    from ranked group by check_id
  )
  select sums.check_id, sums.passed, sums.failed, sums.mean, p50, p95, p97, p99
  from sums left join percentiles using (check_id)
$$;
