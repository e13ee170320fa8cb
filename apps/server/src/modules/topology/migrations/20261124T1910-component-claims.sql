-- Each run of a topology asks which components earlier topologies have too: by the ids of the run, not by reading all components
create index components_external on core.components (external_id, coalesce(type, ''))
where topology_id is not null and deleted_at is null;
