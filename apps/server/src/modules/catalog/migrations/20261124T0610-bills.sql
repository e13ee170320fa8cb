-- Costs are replaced by bill and day: a day that a run tells again has what it tells now, whichever items get it.
alter table core.config_costs_daily
  -- Such as `aws:123456789012`
  add column bill text not null default '',
  drop constraint config_costs_daily_pkey,
  add primary key (config_id, day, currency, bill);
alter table core.config_costs_daily alter column bill drop default;
create index config_costs_daily_bill on core.config_costs_daily (bill, day);
create index config_costs_daily_day on core.config_costs_daily (day);
