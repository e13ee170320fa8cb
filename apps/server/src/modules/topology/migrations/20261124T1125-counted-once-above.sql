-- What belongs to several components is counted once in all that contain them: each component stores how much it and its
-- children have more than once. All are counted again when the product starts.
alter table core.component_states
  alter column own set default '{"costs": {}, "again": {"checks": {}, "insights": {}, "costs": {}}}';
update core.component_states
  set own = (own - 'belowToo') || '{"again": {"checks": {}, "insights": {}, "costs": {}}}';
insert into core.component_stale (component_id, children)
  select id, true from core.components where deleted_at is null order by id
  on conflict (component_id) do update set children = true;
