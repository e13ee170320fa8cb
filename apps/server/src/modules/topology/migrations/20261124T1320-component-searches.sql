-- What selectors of components compare, which would read all components otherwise.
create index components_label_values on core.components using gin (lower(labels::text) gin_trgm_ops)
where deleted_at is null;
create index components_namespace on core.components (namespace, name) where deleted_at is null;
create index components_owner on core.components (owner, name) where owner is not null and deleted_at is null;
create index components_topology_type on core.components (topology_type, name)
where topology_type is not null and deleted_at is null;
create index component_states_status on core.component_states (status);
