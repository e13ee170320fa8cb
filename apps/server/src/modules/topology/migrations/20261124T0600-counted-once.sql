-- What belongs to a component and to one in the tree below it is counted once. Components of which that is so are found when
-- the product starts.
alter table core.component_states
  alter column own set default '{"costs": {}, "belowToo": {"checks": {}, "insights": {}, "costs": {}}}';
update core.component_states set own = '{"belowToo": {"checks": {}, "insights": {}, "costs": {}}}' || own;
