-- Searches by the start of a name: one range of this index, where that of trigrams has a list for each part of the text.
create index config_items_name_start on core.config_items (lower(name) text_pattern_ops);

-- Counts of changes of one type and some severities, from a quarter of the pages that those of all severities have.
create index config_changes_type_severity on core.config_changes (change_type, severity, created_at desc, id desc)
include (config_id);
