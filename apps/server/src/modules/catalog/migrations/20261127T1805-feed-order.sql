-- The feed has changes in the order in which they are stored. Their ids say when they happened, and a source tells some later:
-- a reader whose cursor was past that time never got them.
alter table core.config_changes add column stored_at timestamptz;
-- A default of a new column would write every row again. Changes that are older than the column come first.
alter table core.config_changes alter column stored_at set default clock_timestamp();
create index config_changes_stored on core.config_changes (coalesce(stored_at, 'epoch'::timestamptz), id);
