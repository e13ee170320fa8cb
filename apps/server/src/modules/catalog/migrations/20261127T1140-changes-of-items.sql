-- Changes of some items are counted by type and sorted without a look at their rows, which lie scattered.
create index config_changes_item on core.config_changes (config_id, created_at desc, id desc) include (change_type, severity);
drop index core.config_changes_config;
