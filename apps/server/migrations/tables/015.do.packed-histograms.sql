-- A histogram is one number, which the database adds up by itself: the count of bin n stands at the place of
-- 10^(8 * (n + 24)), so that a bin has room for a hundred million. derived.histogram_of writes it, derived.percentile
-- reads it.
create function core.packed(histogram integer[]) returns numeric
language sql immutable
return (
  select coalesce(sum(histogram[bin] * ('1e' || 8 * (bin + 24))::numeric), 0)
  from generate_subscripts(histogram, 1) as bin
  where histogram[bin] > 0
);
alter table core.check_rollups_5m alter column histogram type numeric using core.packed(histogram);
alter table core.check_rollups_1h alter column histogram type numeric using core.packed(histogram);
alter table core.check_rollups_1d alter column histogram type numeric using core.packed(histogram);
drop function core.packed(integer[]);
drop function core.histogram_add(integer[], integer);

-- Rows of many checks are read by their time: they came in its order, so an index of blocks is enough.
create index check_rollups_5m_bucket on core.check_rollups_5m using brin (bucket) with (pages_per_range = 32, autosummarize = on);
create index check_rollups_1h_bucket on core.check_rollups_1h using brin (bucket) with (pages_per_range = 32, autosummarize = on);
create index check_rollups_1d_bucket on core.check_rollups_1d using brin (bucket) with (pages_per_range = 32, autosummarize = on);
