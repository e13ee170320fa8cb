-- Few items are archived, so lists look for those and leave them out.
create index config_item_notes_archived on core.config_item_notes (config_id) where archived_at is not null;
