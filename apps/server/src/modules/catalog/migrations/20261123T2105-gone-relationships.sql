-- Likely causes of a failure include what it needed and what is gone, with the edge to it.
create index config_relationships_gone on core.config_relationships (related_id, deleted_at)
where deleted_at is not null;
