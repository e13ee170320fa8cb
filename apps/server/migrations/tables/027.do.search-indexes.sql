-- The search box looks in the reasons of checks that are not healthy; the expression is the one of its query.
create index check_state_reason on core.check_state using gin (lower(coalesce(error, message)) gin_trgm_ops)
  where state <> 'healthy';
create index canaries_name on core.canaries using gin (lower(name) gin_trgm_ops) where deleted_at is null;
-- For each canary that a search finds; the unique one lists the removed checks too.
create index checks_canary on core.checks (canary_id) where deleted_at is null;
