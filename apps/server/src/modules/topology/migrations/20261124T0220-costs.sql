-- What a component costs follows from the catalog items that belong to it and to those below it, as its health does.
-- One way: drops the costs of core.components, which no release has written.
alter table core.components
  drop column cost_per_minute,
  drop column cost_total_1d,
  drop column cost_total_7d,
  drop column cost_total_30d;

-- States count costs in ten-thousandths: whole numbers, which can be added and taken away without end.
alter table core.component_states
  alter column own set default '{"costs": {}}',
  alter column below set default '{"costs": {}}',
  alter column gives set default '{"costs": {}}';
update core.component_states set
  own = '{"costs": {}}' || own,
  below = '{"costs": {}}' || below,
  gives = '{"costs": {}}' || gives;

-- A cost of a component; null where nothing of it costs anything.
create function core.component_cost(gives jsonb, name text) returns numeric
language sql immutable parallel safe
return (gives -> 'costs' ->> name)::numeric / 10000;
