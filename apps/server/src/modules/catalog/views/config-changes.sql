-- Changes and insights under the names that clients know.

create view api.config_changes as
select
  changes.id, changes.config_id, changes.external_change_id, changes.external_created_by, changes.change_type,
  changes.severity, changes.source, changes.summary, changes.created_by, changes.first_observed, changes.created_at,
  changes.count, bodies.diff, bodies.patches, bodies.details
from core.config_changes as changes
left join core.config_change_bodies as bodies on bodies.change_id = changes.id;

create view api.config_change_occurrences as
select change_id, number, at, summary, by, changed
from core.config_change_occurrences;

create view api.catalog_changes as
select
  changes.id, changes.config_id, items.name, items.type, items.config_class, items.tags, items.agent_id,
  items.deleted_at, changes.external_change_id, changes.external_created_by, changes.change_type, changes.severity,
  changes.source, changes.summary, changes.created_by, changes.first_observed, changes.created_at, changes.count,
  notes.archived_at
from core.config_changes as changes
left join core.config_items as items on items.id = changes.config_id
left join core.config_item_notes as notes on notes.config_id = changes.config_id;

create view api.change_types as
select value as change_type, count from core.config_facets where kind = 'change_type' and count > 0;

create view api.config_analysis as
select
  id, config_id, scraper_id, external_id, analyzer, analysis_type, severity, summary, message, analysis, source, status,
  created_by, first_observed, last_observed
from core.config_analysis;

create view api.config_analysis_items as
select
  insight.id, insight.config_id, insight.scraper_id, insight.analyzer, insight.analysis_type, insight.severity,
  insight.summary, insight.message, insight.source, insight.status, insight.created_by, insight.first_observed,
  insight.last_observed, items.type as config_type, items.config_class, items.name as config_name, notes.archived_at
from core.config_analysis as insight
left join core.config_items as items on items.id = insight.config_id
left join core.config_item_notes as notes on notes.config_id = insight.config_id;

create view api.config_analysis_analyzers as
select value as analyzer, count from core.config_facets where kind = 'analyzer' and count > 0;

create view api.analysis_types as
select distinct analysis_type from core.config_analysis;

create view api.config_change_drops as
select scraper_id, day, reason, change_type, because, count, last_at
from core.config_change_drops;
