-- Who changed what, under the names that clients know.
create view api.audit_log as
select
  id, created_at, person_id, actor, session_id, token_id, address, action, resource, resource_id, resource_name,
  before, after, user_agent, occurrences,
  -- What an actor is searched by; spelled as in the index audit_log_actor
  lower(actor) as actor_key,
  -- What free text is looked for in; spelled as in the index audit_log_words
  actor || ' ' || action || ' ' || resource || ' ' || coalesce(resource_id, '') || ' ' || coalesce(resource_name, '')
    || ' ' || coalesce(address, '') as words
from core.audit_log;

-- Which actions and resources the audit log has, found by jumping from one value to the next in the index.
create view api.audit_log_values as
with recursive
  actions as (
    select min(action) as value from core.audit_log
    union all
    select (select min(action) from core.audit_log where action > actions.value)
    from actions where actions.value is not null
  ),
  resources as (
    select min(resource) as value from core.audit_log
    union all
    select (select min(resource) from core.audit_log where resource > resources.value)
    from resources where resources.value is not null
  )
select 'action' as field, value from actions where value is not null
union all
select 'resource' as field, value from resources where value is not null;
