-- What the query language of the job history asks for. Each index has the order of the list, or finds the few rows that are
-- sorted then.
create index job_history_status on core.job_history (status, created_at desc, id desc);
create index job_history_host on core.job_history (hostname, created_at desc, id desc);
create index job_history_type on core.job_history (resource_type, created_at desc, id desc);
create index job_history_agent on core.job_history (agent_id, created_at desc, id desc);
create index job_history_duration on core.job_history (duration_millis);
create index job_history_errors on core.job_history (error_count);
-- Spelled as in the view of the data service
create index job_history_resource_name on core.job_history
using gin ((coalesce(resource_name, resource_id::text)) gin_trgm_ops);
