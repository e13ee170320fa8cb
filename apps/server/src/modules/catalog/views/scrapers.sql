-- After: masked
-- Scrapers under the names that clients know.

create view api.config_scrapers as
select
  id, agent_id, name, namespace, description, derived.masked(spec) as spec,
  -- Clients take a scraper for editable only if it has this source.
  coalesce(source, 'UI') as source,
  due_at, created_by, created_at,
  updated_at, deleted_at
from core.config_scrapers;

create view api.config_scrapers_with_status as
select
  scrapers.id,
  scrapers.agent_id,
  scrapers.name,
  scrapers.namespace,
  scrapers.description,
  derived.masked(scrapers.spec) as spec,
  scrapers.spec ->> 'schedule' as schedule,
  coalesce(scrapers.source, 'UI') as source,
  scrapers.error,
  scrapers.error_at,
  scrapers.due_at,
  scrapers.complete_at,
  scrapers.created_by,
  scrapers.created_at,
  scrapers.updated_at,
  scrapers.deleted_at,
  case when agents.id is not null then jsonb_build_object('id', agents.id, 'name', agents.name) end as agent,
  (
    select coalesce(sum(cardinality(held.config_ids)), 0)
    from core.scrape_held_deletions as held where held.scraper_id = scrapers.id
  ) as held_deletions,
  run.job_name,
  run.success_count as job_success_count,
  run.error_count as job_error_count,
  run.details as job_details,
  run.hostname as job_hostname,
  run.duration_millis as job_duration_millis,
  run.resource_type as job_resource_type,
  run.status as job_status,
  run.time_start as job_time_start,
  run.time_end as job_time_end,
  run.created_at as job_created_at,
  run.last_failed_at as job_last_failed,
  (select people.name from core.people where people.id = scrapers.created_by) as created_by_name
from core.config_scrapers as scrapers
left join core.agents on agents.id = scrapers.agent_id
left join core.resource_job_status as run
  on run.resource_type = 'config_scraper' and run.resource_id = scrapers.id
where scrapers.deleted_at is null;

create view api.scrape_runs as
select id, scraper_id, started_at, ended_at, state, counts, types, complete, faults
from core.scrape_runs
where state <> 'preview';

create view api.scrape_held_deletions as
select scraper_id, type, run_id, config_ids, cardinality(config_ids) as count, total, held_at
from core.scrape_held_deletions;
