-- Every component has log selectors, most of them none.
drop index core.logged_components_name;
create index logged_components_name on core.components (name)
where deleted_at is null and jsonb_array_length(log_selectors) > 0;
