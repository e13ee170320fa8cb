-- What a check belongs to, by its own relationships and the values of its last result.
create table core.check_selectors (
  check_id uuid primary key references core.checks on delete cascade,
  components jsonb not null default '[]',
  configs jsonb not null default '[]',
  -- Why the selectors are those of an earlier result.
  problem text,
  updated_at timestamptz not null default now()
);
create trigger check_selectors_updated before update on core.check_selectors
for each row execute function core.touch_updated_at();

-- Pages of catalog items list their checks.
select core.announce_changes_of('core.check_config_relationships', 'configs', 'config_id');
