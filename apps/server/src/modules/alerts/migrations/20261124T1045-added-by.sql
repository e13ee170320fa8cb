-- Who added a source by naming it, so that no account can use up all of them.
alter table core.alert_sources add column added_by uuid references core.people on delete set null;
create index alert_sources_added_by on core.alert_sources (added_by);
