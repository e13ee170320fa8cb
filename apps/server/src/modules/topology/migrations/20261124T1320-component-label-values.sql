-- Searches find components by the beginning of a value of a label.
create index components_label_values on core.components using gin (lower(labels::text) gin_trgm_ops)
where deleted_at is null;
