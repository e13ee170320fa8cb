-- After: masked
-- Log backends under the names that clients know.

create view api.logging_backends as
select
  id, agent_id, name, labels, derived.masked(spec) as spec, source, created_by, created_at, updated_at, deleted_at,
  readers
from core.logging_backends;

create view api.logging_backends_with_status as
select
  backends.id,
  backends.agent_id,
  backends.name,
  backends.labels,
  derived.masked(backends.spec) as spec,
  (
    select coalesce(jsonb_agg(entries.key order by entries.key), '[]'::jsonb)
    from jsonb_each(backends.spec) as entries where jsonb_typeof(entries.value) = 'array'
    and entries.key not in ('scrub', 'drop', 'readers')
  ) as types,
  backends.source,
  backends.created_by,
  backends.created_at,
  backends.updated_at,
  backends.deleted_at,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
  (
    select string_agg(entries.key, ',' order by entries.key)
    from jsonb_each(backends.spec) as entries where jsonb_typeof(entries.value) = 'array'
    and entries.key not in ('scrub', 'drop', 'readers')
  ) as type_names,
  (select people.name from core.people where people.id = backends.created_by) as created_by_name,
  backends.readers
from core.logging_backends as backends
left join core.agents on agents.id = backends.agent_id
where backends.deleted_at is null;
