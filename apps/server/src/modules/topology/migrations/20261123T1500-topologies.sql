-- What people wrote of topologies, and components whose selectors have to be followed again.

alter table core.topologies
  -- Changes with each save
  add column revision uuid not null default core.new_id(),
  -- The spec as it was typed, sealed, without its secrets
  add column text text;

create index components_with_selectors on core.components (id)
where deleted_at is null and selectors <> '[]';
create index components_with_checks on core.components (id)
where deleted_at is null and component_checks <> '[]';
create index components_with_configs on core.components (id)
where deleted_at is null and configs <> '[]';
