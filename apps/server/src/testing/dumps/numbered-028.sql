-- A database of version 028, the last one whose migrations were numbered: pg_dump --no-owner --no-privileges --inserts,
-- without its comments, of a database with a few made-up rows. Never made anew: it is what there was.

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA api;

CREATE SCHEMA core;

CREATE SCHEMA derived;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE TYPE core.health_state AS ENUM (
    'healthy',
    'unhealthy',
    'unknown'
);

CREATE FUNCTION core.announce() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  ids text[];
begin
  if tg_op = 'DELETE' then
    execute format('select array_agg(distinct %I::text) from old_rows', tg_argv[1]) into ids;
  else
    execute format('select array_agg(distinct %I::text) from new_rows', tg_argv[1]) into ids;
  end if;
  if ids is not null then
    perform pg_notify(
      'binnacle_live',
      json_build_object('topic', tg_argv[0], 'ids', case when cardinality(ids) <= 150 then ids end)::text
    );
  end if;
  return null;
end
$$;

CREATE FUNCTION core.announce_changes_of(target regclass, topic text, id_column text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_update after update on %s referencing new table as new_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
  execute format('create trigger announce_delete after delete on %s referencing old table as old_rows for each statement execute function core.announce(%L, %L)', target, topic, id_column);
end
$$;

CREATE FUNCTION core.announce_check_results() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  ids text[];
begin
  select array_agg(fresh.check_id::text) into ids
  from new_rows as fresh
  join old_rows as before using (check_id)
  where (fresh.state, fresh.last_runtime) is distinct from (before.state, before.last_runtime);
  if ids is not null then
    perform pg_notify(
      'binnacle_live',
      json_build_object('topic', 'checks', 'ids', case when cardinality(ids) <= 150 then ids end)::text
    );
  end if;
  return null;
end
$$;

CREATE FUNCTION core.await_seal() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into core.audit_unsealed (row_id) select id from new_rows;
  return null;
end
$$;

CREATE FUNCTION core.id_at(instant timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

CREATE FUNCTION core.new_id() RETURNS uuid
    LANGUAGE sql PARALLEL SAFE
    AS $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid
$$;

CREATE FUNCTION core.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and current_setting('binnacle.moves_partitions', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

CREATE FUNCTION core.touch_updated_at() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end
$$;

CREATE FUNCTION core.wake_suites() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if not exists (select from new_rows where suite_id is not null) then
    return null;
  end if;
  update core.check_state as suite set due_at = least(suite.due_at, said.time)
  from (
    select fresh.suite_id, max(fresh.last_runtime) as time, bool_or(fresh.state <> before.state) as turned
    from new_rows as fresh join old_rows as before using (check_id)
    where fresh.suite_id is not null and fresh.last_runtime is distinct from before.last_runtime
    group by fresh.suite_id
  ) as said
  where suite.check_id = said.suite_id and (said.turned or suite.due_at is null);
  return null;
end
$$;

CREATE FUNCTION derived.check_window(wanted uuid, since timestamp with time zone) RETURNS TABLE(passed bigint, failed bigint, counted bigint, mean double precision, histogram numeric)
    LANGUAGE sql STABLE
    AS $$
  select
    sum(rollups.passed)::bigint,
    sum(rollups.failed)::bigint,
    sum(rollups.passed + rollups.failed)::bigint,
    sum(duration_sum) / nullif(sum(rollups.passed + rollups.failed), 0),
    sum(rollups.histogram)
  from core.check_rollups_5m as rollups
  where check_id = wanted and bucket > since - interval '5 minutes'
$$;

CREATE FUNCTION derived.histogram_of(bin integer) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (('1e'::text || (8 * (bin + 24))))::numeric;

CREATE FUNCTION derived.percentile(histogram numeric, counted bigint, share numeric) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  digits constant text := histogram::text;
  bin integer := (octet_length(digits) - 1) / 8;
  place integer := octet_length(digits) - bin * 8;
  slower bigint := left(digits, place)::bigint;
  may_be_slower constant bigint := counted - ceil(counted * share)::bigint;
begin
  if counted = 0 then
    return null;
  end if;
  while slower <= may_be_slower and bin > 0 loop
    slower := slower + substr(digits, place + 1, 8)::integer;
    place := place + 8;
    bin := bin - 1;
  end loop;
  return round(1.1 ^ (bin - 24), 2);
end
$$;

CREATE FUNCTION derived.latency_of(mean double precision, histogram numeric, counted bigint) RETURNS json
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN json_build_object('rolling1h', mean, 'avg', mean, 'p50', derived.percentile(histogram, counted, 0.5), 'p95', derived.percentile(histogram, counted, 0.95), 'p97', derived.percentile(histogram, counted, 0.97), 'p99', derived.percentile(histogram, counted, 0.99));

CREATE FUNCTION derived.masked(spec jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (regexp_replace((spec)::text, '"sealed:v1:[A-Za-z0-9_-]*"'::text, '"***"'::text, 'g'::text))::jsonb;

CREATE FUNCTION derived.name_parts(whole text, known_first text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN starts_with(whole, (known_first || ' '::text)) THEN jsonb_build_object('first', known_first, 'last', SUBSTRING(whole FROM (length(known_first) + 2))) WHEN (POSITION((' '::text) IN (whole)) > 0) THEN jsonb_build_object('first', split_part(whole, ' '::text, 1), 'last', SUBSTRING(whole FROM (POSITION((' '::text) IN (whole)) + 1))) ELSE jsonb_build_object('first', whole, 'last', '') END;

CREATE FUNCTION derived.uptime_of(passed bigint, failed bigint, last_pass timestamp with time zone, last_fail timestamp with time zone) RETURNS json
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN json_build_object('passed', COALESCE(passed, (0)::bigint), 'failed', COALESCE(failed, (0)::bigint), 'last_pass', last_pass, 'last_fail', last_fail);

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE core.agents (
    id uuid DEFAULT core.new_id() NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

CREATE VIEW api.agents AS
 SELECT agents.id,
    agents.name,
    agents.description,
    agents.created_at,
    agents.updated_at,
    agents.deleted_at
   FROM core.agents;

CREATE TABLE core.audit_log (
    id uuid DEFAULT core.new_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid,
    actor text NOT NULL,
    session_id uuid,
    token_id uuid,
    address text,
    action text NOT NULL,
    resource text NOT NULL,
    resource_id text,
    resource_name text,
    before jsonb,
    after jsonb,
    user_agent text,
    occurrences integer DEFAULT 1 NOT NULL
)
PARTITION BY RANGE (id);

CREATE VIEW api.audit_log AS
 SELECT audit_log.id,
    audit_log.created_at,
    audit_log.person_id,
    audit_log.actor,
    audit_log.session_id,
    audit_log.token_id,
    audit_log.address,
    audit_log.action,
    audit_log.resource,
    audit_log.resource_id,
    audit_log.resource_name,
    audit_log.before,
    audit_log.after,
    audit_log.user_agent,
    audit_log.occurrences,
    ((((((((((audit_log.actor || ' '::text) || audit_log.action) || ' '::text) || audit_log.resource) || ' '::text) || COALESCE(audit_log.resource_id, ''::text)) || ' '::text) || COALESCE(audit_log.resource_name, ''::text)) || ' '::text) || COALESCE(audit_log.address, ''::text)) AS words
   FROM core.audit_log;

CREATE VIEW api.audit_log_values AS
 WITH RECURSIVE actions AS (
         SELECT min(audit_log.action) AS value
           FROM core.audit_log
        UNION ALL
         SELECT ( SELECT min(audit_log.action) AS min
                   FROM core.audit_log
                  WHERE (audit_log.action > actions.value)) AS min
           FROM actions
          WHERE (actions.value IS NOT NULL)
        ), resources AS (
         SELECT min(audit_log.resource) AS value
           FROM core.audit_log
        UNION ALL
         SELECT ( SELECT min(audit_log.resource) AS min
                   FROM core.audit_log
                  WHERE (audit_log.resource > resources.value)) AS min
           FROM resources
          WHERE (resources.value IS NOT NULL)
        )
 SELECT 'action'::text AS field,
    actions.value
   FROM actions
  WHERE (actions.value IS NOT NULL)
UNION ALL
 SELECT 'resource'::text AS field,
    resources.value
   FROM resources
  WHERE (resources.value IS NOT NULL);

CREATE TABLE core.canaries (
    id uuid DEFAULT core.new_id() NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    name text NOT NULL,
    namespace text DEFAULT 'default'::text NOT NULL,
    labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    annotations jsonb DEFAULT '{}'::jsonb NOT NULL,
    spec jsonb NOT NULL,
    revision uuid NOT NULL,
    source text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    text text
);

CREATE VIEW api.canaries AS
 SELECT canaries.id,
    canaries.agent_id,
    canaries.name,
    canaries.namespace,
    canaries.labels,
    canaries.annotations,
    derived.masked(canaries.spec) AS spec,
    canaries.source,
    canaries.created_by,
    canaries.created_at,
    canaries.updated_at,
    canaries.deleted_at
   FROM core.canaries;

CREATE TABLE core.check_state (
    check_id uuid NOT NULL,
    revision uuid NOT NULL,
    type text NOT NULL,
    target text,
    timeout_milliseconds integer NOT NULL,
    state core.health_state DEFAULT 'unknown'::core.health_state NOT NULL,
    message text,
    error text,
    last_runtime timestamp with time zone,
    last_duration real,
    last_transition_time timestamp with time zone,
    last_pass timestamp with time zone,
    last_fail timestamp with time zone,
    skipped bigint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    lease_owner uuid,
    lease_id uuid,
    lease_until timestamp with time zone,
    verdict core.health_state,
    streak integer DEFAULT 0 NOT NULL,
    suite_id uuid
)
WITH (fillfactor='60');

CREATE TABLE core.checks (
    id uuid DEFAULT core.new_id() NOT NULL,
    canary_id uuid NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    namespace text NOT NULL,
    description text,
    icon text,
    endpoint text,
    labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    owner text,
    severity text,
    spec jsonb NOT NULL,
    schedule text,
    search text GENERATED ALWAYS AS (lower(((((name || ' '::text) || COALESCE(description, ''::text)) || ' '::text) || COALESCE(endpoint, ''::text)))) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    transformed boolean DEFAULT false NOT NULL,
    parent_id uuid,
    delete_strategy text,
    keeps_data boolean DEFAULT false NOT NULL,
    suite boolean DEFAULT false NOT NULL
);

CREATE TABLE core.job_history (
    id uuid DEFAULT core.new_id() NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    name text NOT NULL,
    resource_type text,
    resource_id uuid,
    resource_name text,
    hostname text,
    process_id uuid,
    status text NOT NULL,
    success_count integer DEFAULT 0 NOT NULL,
    error_count integer DEFAULT 0 NOT NULL,
    details jsonb,
    time_start timestamp with time zone NOT NULL,
    time_end timestamp with time zone,
    duration_millis integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STALE'::text, 'SKIPPED'::text])))
)
PARTITION BY RANGE (id);

CREATE VIEW derived.canary_runs AS
 SELECT checks.canary_id,
        CASE
            WHEN bool_and((state.state = 'healthy'::core.health_state)) THEN 'SUCCESS'::text
            WHEN bool_or((state.state = 'healthy'::core.health_state)) THEN 'WARNING'::text
            ELSE 'FAILED'::text
        END AS status,
    (count(*) FILTER (WHERE (state.state = 'healthy'::core.health_state)))::integer AS success_count,
    (count(*) FILTER (WHERE (state.state <> 'healthy'::core.health_state)))::integer AS error_count,
        CASE
            WHEN bool_or((state.state <> 'healthy'::core.health_state)) THEN jsonb_build_object('errors', (array_agg("left"(((((checks.type || ' '::text) || checks.name) || ': '::text) || COALESCE(state.error, state.message, 'no reason given'::text)), 500) ORDER BY checks.name, checks.type) FILTER (WHERE (state.state <> 'healthy'::core.health_state)))[1:20])
            ELSE NULL::jsonb
        END AS details,
    min(state.last_runtime) AS time_start,
    max((state.last_runtime + ((state.last_duration)::double precision * '00:00:00.001'::interval))) AS time_end,
    (LEAST(sum(state.last_duration), (2147483647)::real))::integer AS duration_millis,
    max(state.last_fail) AS last_failed
   FROM (core.checks
     JOIN core.check_state state ON ((state.check_id = checks.id)))
  WHERE ((checks.deleted_at IS NULL) AND (state.last_runtime IS NOT NULL))
  GROUP BY checks.canary_id;

CREATE VIEW api.canaries_with_status AS
 SELECT canaries.id,
    canaries.name,
    canaries.namespace,
    canaries.labels,
    canaries.source,
    (canaries.spec ->> 'schedule'::text) AS schedule,
    canaries.created_by,
    canaries.created_at,
    canaries.updated_at,
    canaries.deleted_at,
    canaries.agent_id,
    ( SELECT max(state.last_runtime) AS max
           FROM (core.checks
             JOIN core.check_state state ON ((state.check_id = checks.id)))
          WHERE (checks.canary_id = canaries.id)) AS last_runtime,
    members.types AS check_types,
    members.healthy,
    members.unhealthy,
    members.unknown,
        CASE
            WHEN (agents.id IS NOT NULL) THEN jsonb_build_object('id', agents.id, 'name', agents.name)
            ELSE NULL::jsonb
        END AS agent,
        CASE
            WHEN (run.canary_id IS NOT NULL) THEN 'Canary'::text
            ELSE NULL::text
        END AS job_name,
    run.success_count AS job_success_count,
    run.error_count AS job_error_count,
    run.details AS job_details,
    ( SELECT history.hostname
           FROM core.job_history history
          WHERE ((history.resource_id = canaries.id) AND (history.resource_type = 'canary'::text))
          ORDER BY history.created_at DESC
         LIMIT 1) AS job_hostname,
    run.duration_millis AS job_duration_millis,
        CASE
            WHEN (run.canary_id IS NOT NULL) THEN 'canary'::text
            ELSE NULL::text
        END AS job_resource_type,
    run.status AS job_status,
    run.time_start AS job_time_start,
    run.time_end AS job_time_end,
    run.time_end AS job_created_at,
    run.last_failed AS job_last_failed
   FROM (((core.canaries
     LEFT JOIN core.agents ON ((agents.id = canaries.agent_id)))
     LEFT JOIN derived.canary_runs run ON ((run.canary_id = canaries.id)))
     LEFT JOIN LATERAL ( SELECT COALESCE(jsonb_agg(DISTINCT checks.type), '[]'::jsonb) AS types,
            count(*) FILTER (WHERE (state.state = 'healthy'::core.health_state)) AS healthy,
            count(*) FILTER (WHERE (state.state = 'unhealthy'::core.health_state)) AS unhealthy,
            count(*) FILTER (WHERE (state.state = 'unknown'::core.health_state)) AS unknown
           FROM (core.checks
             JOIN core.check_state state ON ((state.check_id = checks.id)))
          WHERE ((checks.canary_id = canaries.id) AND (checks.deleted_at IS NULL))) members ON (true))
  WHERE (canaries.deleted_at IS NULL);

CREATE VIEW api.canary_names AS
 SELECT canaries.id,
    canaries.name,
    canaries.namespace
   FROM core.canaries
  WHERE (canaries.deleted_at IS NULL);

CREATE TABLE core.check_component_relationships (
    component_id uuid NOT NULL,
    check_id uuid NOT NULL,
    selector_id text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

CREATE VIEW api.check_component_relationships AS
 SELECT related.component_id,
    related.check_id,
    checks.canary_id,
    related.selector_id,
    related.created_at,
    related.updated_at,
    related.deleted_at
   FROM (core.check_component_relationships related
     JOIN core.checks ON ((checks.id = related.check_id)));

CREATE TABLE core.check_config_relationships (
    config_id uuid NOT NULL,
    check_id uuid NOT NULL,
    selector_id text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

CREATE VIEW api.check_config_relationships AS
 SELECT related.config_id,
    related.check_id,
    checks.canary_id,
    related.selector_id,
    related.created_at,
    related.updated_at,
    related.deleted_at
   FROM (core.check_config_relationships related
     JOIN core.checks ON ((checks.id = related.check_id)));

CREATE VIEW api.check_labels AS
 SELECT DISTINCT label.key,
    label.value
   FROM core.checks,
    LATERAL jsonb_each_text(checks.labels) label(key, value);

CREATE VIEW api.check_names AS
 SELECT checks.id,
    checks.canary_id,
    checks.name,
    checks.type,
    checks.icon,
    checks.namespace
   FROM core.checks
  WHERE (checks.deleted_at IS NULL);

CREATE TABLE core.check_statuses (
    check_id uuid NOT NULL,
    "time" timestamp with time zone NOT NULL,
    state core.health_state NOT NULL,
    duration real NOT NULL,
    message text,
    error text,
    details jsonb
)
PARTITION BY RANGE ("time");

CREATE VIEW api.check_statuses AS
 SELECT check_statuses.check_id,
    check_statuses."time",
    (check_statuses.state = 'healthy'::core.health_state) AS status,
    (check_statuses.state)::text AS state,
    (check_statuses.duration)::double precision AS duration,
    check_statuses.message,
    check_statuses.error,
    check_statuses.details,
    check_statuses."time" AS created_at
   FROM core.check_statuses;

CREATE VIEW derived.check_rows AS
 SELECT checks.id,
    checks.name,
    checks.description,
    checks.type,
    checks.icon,
    checks.endpoint,
    checks.namespace,
    checks.labels,
    checks.severity,
    checks.owner,
    checks.agent_id,
    checks.canary_id,
    canaries.name AS canary_name,
    canaries.namespace AS canary_namespace,
        CASE state.state
            WHEN 'healthy'::core.health_state THEN 'healthy'::text
            WHEN 'unhealthy'::core.health_state THEN 'unhealthy'::text
            ELSE NULL::text
        END AS status,
    state.state,
    COALESCE(state.error, state.message) AS message,
    state.last_pass,
    state.last_fail,
    state.last_runtime,
    state.due_at AS next_runtime,
    state.last_transition_time,
    checks.created_at,
    checks.updated_at,
    checks.deleted_at
   FROM ((core.checks
     JOIN core.canaries ON ((canaries.id = checks.canary_id)))
     JOIN core.check_state state ON ((state.check_id = checks.id)));

CREATE VIEW api.check_summary AS
 SELECT checks.id,
    checks.name,
    checks.description,
    checks.type,
    checks.icon,
    checks.endpoint,
    checks.namespace,
    checks.labels,
    checks.severity,
    checks.owner,
    checks.agent_id,
    checks.canary_id,
    checks.canary_name,
    checks.canary_namespace,
    checks.status,
    checks.state,
    checks.message,
    derived.uptime_of(recent.passed, recent.failed, checks.last_pass, checks.last_fail) AS uptime,
    derived.latency_of(recent.mean, recent.histogram, recent.counted) AS latency,
    checks.last_runtime,
    checks.next_runtime,
    checks.last_transition_time,
    checks.created_at,
    checks.updated_at,
    checks.deleted_at
   FROM (derived.check_rows checks
     LEFT JOIN LATERAL derived.check_window(checks.id, (now() - '01:00:00'::interval)) recent(passed, failed, counted, mean, histogram) ON (true));

CREATE VIEW api.checks AS
 SELECT checks.id,
    checks.canary_id,
    checks.agent_id,
    checks.type,
    checks.name,
    checks.namespace,
    checks.description,
    checks.icon,
    checks.endpoint,
    derived.masked(checks.spec) AS spec,
    checks.labels,
    checks.owner,
    checks.severity,
    checks.transformed,
        CASE state.state
            WHEN 'healthy'::core.health_state THEN 'healthy'::text
            WHEN 'unhealthy'::core.health_state THEN 'unhealthy'::text
            ELSE NULL::text
        END AS status,
    (state.state)::text AS state,
    state.last_runtime,
    state.due_at AS next_runtime,
    state.last_transition_time,
    checks.created_at,
    checks.updated_at,
    checks.deleted_at
   FROM (core.checks
     LEFT JOIN core.check_state state ON ((state.check_id = checks.id)));

CREATE TABLE core.components (
    id uuid DEFAULT core.new_id() NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    parent_id uuid,
    external_id text NOT NULL,
    name text NOT NULL,
    namespace text,
    type text,
    icon text,
    status text,
    health text,
    labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT components_name_check CHECK ((name <> ''::text))
);

CREATE VIEW api.components AS
 SELECT components.id,
    components.agent_id,
    components.parent_id,
    components.external_id,
    components.name,
    components.namespace,
    components.type,
    components.icon,
    components.status,
    components.health,
    components.labels,
    components.created_at,
    components.updated_at,
    components.deleted_at
   FROM core.components;

CREATE TABLE core.config_items (
    id uuid DEFAULT core.new_id() NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    config_class text NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    external_id text[] DEFAULT '{}'::text[] NOT NULL,
    description text,
    icon text,
    status text,
    health text,
    labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    tags jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT config_items_name_check CHECK ((name <> ''::text)),
    CONSTRAINT config_items_type_check CHECK ((type <> ''::text))
);

CREATE VIEW api.config_items AS
 SELECT config_items.id,
    config_items.agent_id,
    config_items.config_class,
    config_items.type,
    config_items.name,
    config_items.external_id,
    config_items.description,
    config_items.icon,
    config_items.status,
    config_items.health,
    config_items.labels,
    config_items.tags,
    config_items.created_at,
    config_items.updated_at,
    config_items.deleted_at
   FROM core.config_items;

CREATE VIEW api.configs AS
 SELECT config_items.id,
    config_items.agent_id,
    config_items.config_class,
    config_items.type,
    config_items.name,
    config_items.external_id,
    (config_items.tags ->> 'namespace'::text) AS namespace,
    config_items.description,
    config_items.icon,
    config_items.status,
    config_items.health,
    config_items.labels,
    config_items.tags,
    config_items.created_at,
    config_items.updated_at,
    config_items.deleted_at
   FROM core.config_items;

CREATE TABLE core.connections (
    id uuid DEFAULT core.new_id() NOT NULL,
    name text NOT NULL,
    namespace text DEFAULT 'default'::text NOT NULL,
    type text NOT NULL,
    url text,
    username text,
    password text,
    certificate text,
    properties jsonb DEFAULT '{}'::jsonb NOT NULL,
    insecure_tls boolean DEFAULT false NOT NULL,
    revision uuid NOT NULL,
    source text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    shown_url text
);

CREATE VIEW api.connections AS
 SELECT connections.id,
    connections.name,
    connections.namespace,
    connections.type,
        CASE
            WHEN (connections.url IS NOT NULL) THEN COALESCE(connections.shown_url, '***'::text)
            ELSE NULL::text
        END AS url,
        CASE
            WHEN (connections.username IS NOT NULL) THEN '***'::text
            ELSE NULL::text
        END AS username,
        CASE
            WHEN (connections.password IS NOT NULL) THEN '***'::text
            ELSE NULL::text
        END AS password,
        CASE
            WHEN (connections.certificate IS NOT NULL) THEN '***'::text
            ELSE NULL::text
        END AS certificate,
    derived.masked(connections.properties) AS properties,
    connections.insecure_tls,
    connections.source,
    connections.created_by,
    connections.created_at,
    connections.updated_at,
    connections.deleted_at
   FROM core.connections;

CREATE TABLE core.invitations (
    id uuid DEFAULT core.new_id() NOT NULL,
    email text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    role text NOT NULL,
    token_digest bytea NOT NULL,
    invited_by uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    person_id uuid,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])))
);

CREATE TABLE core.people (
    id uuid DEFAULT core.new_id() NOT NULL,
    name text NOT NULL,
    email text,
    avatar text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    last_login timestamp with time zone,
    deleted_at timestamp with time zone,
    first_name text,
    active boolean DEFAULT true NOT NULL,
    state_changed_at timestamp with time zone,
    email_verified_at timestamp with time zone,
    CONSTRAINT people_email_in_use CHECK (((email IS NOT NULL) OR (deleted_at IS NOT NULL)))
);

CREATE VIEW api.identities AS
 SELECT people.id,
    jsonb_build_object('email', people.email, 'name', derived.name_parts(people.name, people.first_name)) AS traits,
        CASE
            WHEN people.active THEN 'active'::text
            ELSE 'inactive'::text
        END AS state,
    COALESCE(people.state_changed_at, people.created_at) AS state_changed_at,
    people.created_at,
    people.updated_at,
    false AS invited
   FROM core.people
  WHERE (people.deleted_at IS NULL)
UNION ALL
 SELECT invitations.id,
    jsonb_build_object('email', invitations.email, 'name', jsonb_build_object('first', invitations.first_name, 'last', invitations.last_name)) AS traits,
    'inactive'::text AS state,
    invitations.created_at AS state_changed_at,
    invitations.created_at,
    invitations.created_at AS updated_at,
    true AS invited
   FROM core.invitations
  WHERE ((invitations.used_at IS NULL) AND (invitations.expires_at > now()));

CREATE VIEW api.job_histories AS
 SELECT history.id,
    history.agent_id,
    history.name,
    history.resource_type,
    history.resource_id,
    COALESCE(history.resource_name, (history.resource_id)::text) AS resource_name,
    history.hostname,
    history.status,
    history.success_count,
    history.error_count,
    history.details,
    history.time_start,
    history.time_end,
    history.duration_millis,
    history.created_at,
        CASE
            WHEN (agents.id IS NOT NULL) THEN jsonb_build_object('id', agents.id, 'name', agents.name)
            ELSE NULL::jsonb
        END AS agent
   FROM (core.job_history history
     LEFT JOIN core.agents ON ((agents.id = history.agent_id)));

CREATE VIEW api.job_history_names AS
 SELECT DISTINCT job_history.name
   FROM core.job_history;

CREATE VIEW api.people AS
 SELECT people.id,
    people.name,
        CASE
            WHEN (people.deleted_at IS NULL) THEN people.email
            ELSE NULL::text
        END AS email,
    people.avatar,
    people.created_at,
    people.updated_at,
    people.last_login,
    people.deleted_at
   FROM core.people;

CREATE VIEW api.people_roles AS
SELECT
    NULL::uuid AS id,
    NULL::text AS name,
    NULL::text AS email,
    NULL::text[] AS roles;

CREATE TABLE core.properties (
    name text NOT NULL,
    value text NOT NULL,
    description text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW api.properties AS
 SELECT properties.name,
    properties.value,
    properties.description,
    'db'::text AS source,
    properties.created_by,
    properties.created_at,
    properties.updated_at
   FROM core.properties;

CREATE TABLE core.saved_query (
    id uuid DEFAULT core.new_id() NOT NULL,
    name text NOT NULL,
    icon text,
    description text,
    query text NOT NULL,
    columns jsonb,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW api.saved_query AS
 SELECT saved_query.id,
    saved_query.name,
    saved_query.icon,
    saved_query.description,
    saved_query.query,
    saved_query.columns,
    saved_query.created_by,
    saved_query.created_at,
    saved_query.updated_at
   FROM core.saved_query;

CREATE TABLE core.team_members (
    team_id uuid NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW api.team_members AS
 SELECT team_members.team_id,
    team_members.person_id,
    team_members.created_at
   FROM core.team_members;

CREATE TABLE core.teams (
    id uuid DEFAULT core.new_id() NOT NULL,
    name text NOT NULL,
    icon text,
    spec jsonb DEFAULT '{}'::jsonb NOT NULL,
    source text,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone
);

CREATE VIEW api.teams AS
 SELECT teams.id,
    teams.name,
    teams.icon,
    teams.spec,
    teams.source,
    teams.created_by,
    teams.created_at,
    teams.updated_at,
    teams.deleted_at
   FROM core.teams;

CREATE VIEW api.teams_with_status AS
 SELECT teams.id,
    teams.name,
    teams.icon,
    teams.spec,
    teams.source,
    teams.created_by,
    teams.created_at,
    teams.updated_at,
    teams.deleted_at,
    job.name AS job_name,
    job.success_count AS job_success_count,
    job.error_count AS job_error_count,
    job.details AS job_details,
    job.hostname AS job_hostname,
    job.duration_millis AS job_duration_millis,
    job.resource_type AS job_resource_type,
    job.status AS job_status,
    job.time_start AS job_time_start,
    job.time_end AS job_time_end,
    job.created_at AS job_created_at,
    job.time_start AS last_runtime,
    ( SELECT max(failed.time_start) AS max
           FROM core.job_history failed
          WHERE ((failed.resource_id = teams.id) AND (failed.resource_type = 'team'::text) AND (failed.status = 'FAILED'::text))) AS job_last_failed
   FROM (core.teams
     LEFT JOIN LATERAL ( SELECT history.id,
            history.agent_id,
            history.name,
            history.resource_type,
            history.resource_id,
            history.resource_name,
            history.hostname,
            history.process_id,
            history.status,
            history.success_count,
            history.error_count,
            history.details,
            history.time_start,
            history.time_end,
            history.duration_millis,
            history.created_at
           FROM core.job_history history
          WHERE ((history.resource_id = teams.id) AND (history.resource_type = 'team'::text))
          ORDER BY history.created_at DESC
         LIMIT 1) job ON (true))
  WHERE (teams.deleted_at IS NULL);

CREATE TABLE core.access_tokens (
    id uuid DEFAULT core.new_id() NOT NULL,
    person_id uuid NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    token_digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT access_tokens_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])))
);

CREATE TABLE core.audit_anchors (
    number bigint NOT NULL,
    digest bytea NOT NULL,
    before uuid NOT NULL,
    mac bytea NOT NULL,
    key_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE core.audit_log_rest (
    id uuid DEFAULT core.new_id() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid,
    actor text NOT NULL,
    session_id uuid,
    token_id uuid,
    address text,
    action text NOT NULL,
    resource text NOT NULL,
    resource_id text,
    resource_name text,
    before jsonb,
    after jsonb,
    user_agent text,
    occurrences integer DEFAULT 1 NOT NULL
);

CREATE TABLE core.audit_seals (
    number bigint NOT NULL,
    row_id uuid NOT NULL,
    content bytea NOT NULL,
    digest bytea NOT NULL,
    mac bytea NOT NULL,
    key_id text NOT NULL
);

CREATE TABLE core.audit_unsealed (
    row_id uuid NOT NULL
);

CREATE TABLE core.backup_codes (
    person_id uuid NOT NULL,
    digest bytea NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE core.canary_files (
    path text NOT NULL,
    digest text NOT NULL,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    canaries integer DEFAULT 0 NOT NULL,
    loaded_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE core.check_data (
    check_id uuid NOT NULL,
    "time" timestamp with time zone NOT NULL,
    data jsonb NOT NULL
);

CREATE TABLE core.check_rollups_1d (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
)
PARTITION BY RANGE (bucket);

CREATE TABLE core.check_rollups_1d_rest (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
);

CREATE TABLE core.check_rollups_1h (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
)
PARTITION BY RANGE (bucket);

CREATE TABLE core.check_rollups_1h_rest (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
);

CREATE TABLE core.check_rollups_5m (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
)
PARTITION BY RANGE (bucket);

CREATE TABLE core.check_rollups_5m_rest (
    check_id uuid NOT NULL,
    bucket timestamp with time zone NOT NULL,
    passed integer NOT NULL,
    failed integer NOT NULL,
    unknown integer NOT NULL,
    duration_sum double precision NOT NULL,
    duration_max real NOT NULL,
    histogram numeric NOT NULL
);

CREATE TABLE core.check_statuses_rest (
    check_id uuid NOT NULL,
    "time" timestamp with time zone NOT NULL,
    state core.health_state NOT NULL,
    duration real NOT NULL,
    message text,
    error text,
    details jsonb
);

CREATE TABLE core.identity_errors (
    id uuid NOT NULL,
    error jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE core.identity_flows (
    id uuid NOT NULL,
    kind text NOT NULL,
    csrf_digest bytea NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    person_id uuid,
    content jsonb NOT NULL,
    requester bytea
);

CREATE TABLE core.identity_guesses (
    id bigint NOT NULL,
    subject bytea NOT NULL,
    made_at timestamp with time zone NOT NULL
);

ALTER TABLE core.identity_guesses ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.identity_guesses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE core.job_history_rest (
    id uuid DEFAULT core.new_id() NOT NULL,
    agent_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    name text NOT NULL,
    resource_type text,
    resource_id uuid,
    resource_name text,
    hostname text,
    process_id uuid,
    status text NOT NULL,
    success_count integer DEFAULT 0 NOT NULL,
    error_count integer DEFAULT 0 NOT NULL,
    details jsonb,
    time_start timestamp with time zone NOT NULL,
    time_end timestamp with time zone,
    duration_millis integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT job_history_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUCCESS'::text, 'WARNING'::text, 'FAILED'::text, 'STALE'::text, 'SKIPPED'::text])))
);

CREATE TABLE core.known_devices (
    person_id uuid NOT NULL,
    digest bytea NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE core.mailed_codes (
    flow_id uuid NOT NULL,
    digest bytea,
    person_id uuid,
    email text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    shared_digest bytea,
    shared_expires_at timestamp with time zone
);

CREATE TABLE core.passwords (
    person_id uuid NOT NULL,
    hash text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE core.people_roles (
    person_id uuid NOT NULL,
    role text NOT NULL,
    CONSTRAINT people_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'commander'::text, 'responder'::text, 'viewer'::text])))
);

CREATE TABLE core.processes (
    id uuid NOT NULL,
    role text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    workers text,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    heartbeat_at timestamp with time zone DEFAULT now() NOT NULL,
    canary_paths text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE core.schema_version (
    version bigint NOT NULL,
    name text,
    md5 text,
    run_at timestamp with time zone
);

CREATE TABLE core.sessions (
    id uuid DEFAULT core.new_id() NOT NULL,
    token_digest bytea NOT NULL,
    person_id uuid NOT NULL,
    authenticated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    user_agent text,
    address text,
    aal text DEFAULT 'aal1'::text NOT NULL,
    methods jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])))
);

CREATE TABLE core.settings (
    name text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE core.token_networks (
    token_id uuid NOT NULL,
    network text NOT NULL,
    first_used_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE core.totp_secrets (
    person_id uuid NOT NULL,
    secret text NOT NULL,
    last_step bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY core.audit_log ATTACH PARTITION core.audit_log_rest DEFAULT;

ALTER TABLE ONLY core.check_rollups_1d ATTACH PARTITION core.check_rollups_1d_rest DEFAULT;

ALTER TABLE ONLY core.check_rollups_1h ATTACH PARTITION core.check_rollups_1h_rest DEFAULT;

ALTER TABLE ONLY core.check_rollups_5m ATTACH PARTITION core.check_rollups_5m_rest DEFAULT;

ALTER TABLE ONLY core.check_statuses ATTACH PARTITION core.check_statuses_rest DEFAULT;

ALTER TABLE ONLY core.job_history ATTACH PARTITION core.job_history_rest DEFAULT;

INSERT INTO core.agents VALUES ('00000000-0000-0000-0000-000000000000', 'local', 'This installation', '2026-11-20 08:00:00+00', '2026-11-20 08:00:00+00', NULL);

INSERT INTO core.audit_log_rest VALUES ('01930000-0000-7000-8000-00000000000a', '2026-11-20 08:06:00+00', NULL, 'ada@example.com', NULL, NULL, NULL, 'created', 'canary', '01930000-0000-7000-8000-000000000006', NULL, NULL, '{"name": "shop"}', NULL, 1);

INSERT INTO core.audit_unsealed VALUES ('01930000-0000-7000-8000-00000000000a');

INSERT INTO core.canaries VALUES ('01930000-0000-7000-8000-000000000006', '00000000-0000-0000-0000-000000000000', 'shop', 'default', '{"team": "payments"}', '{}', '{"http": [{"url": "https://shop.example.com", "name": "front"}], "schedule": "@every 1m"}', '01930000-0000-7000-8000-000000000007', 'UI', '01930000-0000-7000-8000-000000000001', '2026-11-20 08:06:00+00', '2026-11-20 08:06:00+00', NULL, NULL);

INSERT INTO core.check_rollups_5m_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 08:55:00+00', 5, 0, 0, 210, 44, 5000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000);

INSERT INTO core.check_state VALUES ('01930000-0000-7000-8000-000000000008', '01930000-0000-7000-8000-000000000007', 'http', NULL, 10000, 'healthy', 'status 200', NULL, '2026-11-20 09:00:00+00', 41.5, NULL, '2026-11-20 09:00:00+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL);

INSERT INTO core.check_statuses_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 08:56:00+00', 'healthy', 40, 'status 200', NULL, NULL);
INSERT INTO core.check_statuses_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 08:57:00+00', 'healthy', 41, 'status 200', NULL, NULL);
INSERT INTO core.check_statuses_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 08:58:00+00', 'healthy', 42, 'status 200', NULL, NULL);
INSERT INTO core.check_statuses_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 08:59:00+00', 'healthy', 43, 'status 200', NULL, NULL);
INSERT INTO core.check_statuses_rest VALUES ('01930000-0000-7000-8000-000000000008', '2026-11-20 09:00:00+00', 'healthy', 44, 'status 200', NULL, NULL);

INSERT INTO core.checks VALUES ('01930000-0000-7000-8000-000000000008', '01930000-0000-7000-8000-000000000006', '00000000-0000-0000-0000-000000000000', 'http', 'front', 'default', NULL, NULL, 'https://shop.example.com', '{"team": "payments"}', NULL, NULL, '{"url": "https://shop.example.com", "name": "front"}', '@every 1m', DEFAULT, '2026-11-20 08:06:00+00', '2026-11-20 08:06:00+00', NULL, false, NULL, NULL, false, false);

INSERT INTO core.connections VALUES ('01930000-0000-7000-8000-000000000003', 'orders', 'default', 'postgres', 'sealed:v1:none', NULL, NULL, NULL, '{}', false, '01930000-0000-7000-8000-000000000004', 'UI', NULL, '2026-11-20 08:04:00+00', '2026-11-20 08:04:00+00', NULL, 'postgres://***@db.example.com/orders');

INSERT INTO core.job_history_rest VALUES ('01930000-0000-7000-8000-000000000009', '00000000-0000-0000-0000-000000000000', 'Retention', NULL, NULL, NULL, NULL, NULL, 'SUCCESS', 3, 0, NULL, '2026-11-20 09:00:00+00', '2026-11-20 09:00:01+00', NULL, '2026-11-20 09:00:01+00');

INSERT INTO core.people VALUES ('01930000-0000-7000-8000-000000000001', 'Ada Lovelace', 'ada@example.com', NULL, '2026-11-20 08:01:00+00', '2026-11-20 08:01:00+00', NULL, NULL, 'Ada', true, NULL, NULL);

INSERT INTO core.people_roles VALUES ('01930000-0000-7000-8000-000000000001', 'admin');

INSERT INTO core.properties VALUES ('feature.settings.job_history', 'true', NULL, '01930000-0000-7000-8000-000000000001', '2026-11-20 08:03:00+00', '2026-11-20 08:03:00+00');

INSERT INTO core.saved_query VALUES ('01930000-0000-7000-8000-000000000005', 'slow ones', NULL, NULL, 'type=http', NULL, NULL, '2026-11-20 08:05:00+00', '2026-11-20 08:05:00+00');

INSERT INTO core.schema_version VALUES (0, NULL, NULL, NULL);
INSERT INTO core.schema_version VALUES (1, 'foundation', '74bb37f678f1c903d164a87533821f54', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (2, 'identity', '30800a1ae79d18830ea6a75bf04aefc0', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (3, 'health', '8f659b5166e7a7f7a542428d908e68f4', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (4, 'canary-paths', 'fd792532933110d547e4265b0144d922', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (5, 'people', 'bcfbfc30ce72be7978b91f2b4b7d0c01', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (6, 'identity-service', '6d41ffd51d24b71530e0e1238ba0dffc', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (7, 'check-pipeline', 'dfb68987ad6e65b943f5ba5107e32279', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (8, 'connections', '3f6adb15c6bfbc284fc9d906c2fdba94', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (10, 'history', '71cfa8f2659de22cbaabdae3d827a1ec', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (11, 'canary-text', '65771b85a56a1da77047c4f917f54897', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (13, 'saved-queries', 'ac508ad9e7b4b9200ae18009e37b0db5', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (15, 'packed-histograms', '77be01280e81c73292f98552bbb41e71', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (18, 'suites', 'fec4a2630014af6077d23beec55bc6b0', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (20, 'identity-limits', 'c199853568f23b0fcb1bcfc4fca06a8a', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (21, 'audit-trail', '632b524997ca701ac036eedae6d6c9e4', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (23, 'removed-emails', '32bc82d578fe42dc4b631539944fc121', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (24, 'webhooks', 'ddc832e286397e823e7f8aca2c63afde', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (26, 'other-clients', '9595ccfd70652154ee46baa92b805f84', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (27, 'search-indexes', '5976ce5b2472d22e115345c639bb4dd7', '2026-11-20 08:00:00+00');
INSERT INTO core.schema_version VALUES (28, 'shown-variables', '48eccf8ee4a0b328257b7b46cdeafe1a', '2026-11-20 08:00:00+00');

INSERT INTO core.settings VALUES ('derived_digest', '"a60f1c5e22100ea2112480a0c8bfc95935de877c3f2d2261093d4adcebb1e681"', '2026-11-20 08:00:00+00');

INSERT INTO core.team_members VALUES ('01930000-0000-7000-8000-000000000002', '01930000-0000-7000-8000-000000000001', '2026-11-20 08:02:00+00');

INSERT INTO core.teams VALUES ('01930000-0000-7000-8000-000000000002', 'Payments', 'bank', '{}', 'UI', '01930000-0000-7000-8000-000000000001', '2026-11-20 08:02:00+00', '2026-11-20 08:02:00+00', NULL);

SELECT pg_catalog.setval('core.identity_guesses_id_seq', 1, false);

ALTER TABLE ONLY core.access_tokens
    ADD CONSTRAINT access_tokens_person_id_name_key UNIQUE (person_id, name);

ALTER TABLE ONLY core.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.access_tokens
    ADD CONSTRAINT access_tokens_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY core.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.audit_anchors
    ADD CONSTRAINT audit_anchors_pkey PRIMARY KEY (number);

ALTER TABLE ONLY core.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.audit_log_rest
    ADD CONSTRAINT audit_log_rest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (number);

ALTER TABLE ONLY core.audit_seals
    ADD CONSTRAINT audit_seals_row_id_key UNIQUE (row_id);

ALTER TABLE ONLY core.audit_unsealed
    ADD CONSTRAINT audit_unsealed_pkey PRIMARY KEY (row_id);

ALTER TABLE ONLY core.backup_codes
    ADD CONSTRAINT backup_codes_pkey PRIMARY KEY (person_id, digest);

ALTER TABLE ONLY core.canaries
    ADD CONSTRAINT canaries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.canary_files
    ADD CONSTRAINT canary_files_pkey PRIMARY KEY (path);

ALTER TABLE ONLY core.check_component_relationships
    ADD CONSTRAINT check_component_relationships_pkey PRIMARY KEY (component_id, check_id, selector_id);

ALTER TABLE ONLY core.check_config_relationships
    ADD CONSTRAINT check_config_relationships_pkey PRIMARY KEY (config_id, check_id, selector_id);

ALTER TABLE ONLY core.check_data
    ADD CONSTRAINT check_data_pkey PRIMARY KEY (check_id);

ALTER TABLE ONLY core.check_rollups_1d
    ADD CONSTRAINT check_rollups_1d_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_rollups_1d_rest
    ADD CONSTRAINT check_rollups_1d_rest_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_rollups_1h
    ADD CONSTRAINT check_rollups_1h_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_rollups_1h_rest
    ADD CONSTRAINT check_rollups_1h_rest_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_rollups_5m
    ADD CONSTRAINT check_rollups_5m_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_rollups_5m_rest
    ADD CONSTRAINT check_rollups_5m_rest_pkey PRIMARY KEY (check_id, bucket);

ALTER TABLE ONLY core.check_state
    ADD CONSTRAINT check_state_pkey PRIMARY KEY (check_id);

ALTER TABLE ONLY core.check_statuses
    ADD CONSTRAINT check_statuses_pkey PRIMARY KEY (check_id, "time");

ALTER TABLE ONLY core.check_statuses_rest
    ADD CONSTRAINT check_statuses_rest_pkey PRIMARY KEY (check_id, "time");

ALTER TABLE ONLY core.checks
    ADD CONSTRAINT checks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.components
    ADD CONSTRAINT components_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.config_items
    ADD CONSTRAINT config_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.identity_errors
    ADD CONSTRAINT identity_errors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.identity_flows
    ADD CONSTRAINT identity_flows_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.identity_guesses
    ADD CONSTRAINT identity_guesses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.invitations
    ADD CONSTRAINT invitations_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY core.job_history
    ADD CONSTRAINT job_history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.job_history_rest
    ADD CONSTRAINT job_history_rest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.known_devices
    ADD CONSTRAINT known_devices_pkey PRIMARY KEY (person_id, digest);

ALTER TABLE ONLY core.mailed_codes
    ADD CONSTRAINT mailed_codes_pkey PRIMARY KEY (flow_id);

ALTER TABLE ONLY core.passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY core.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.people_roles
    ADD CONSTRAINT people_roles_pkey PRIMARY KEY (person_id, role);

ALTER TABLE ONLY core.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.properties
    ADD CONSTRAINT properties_pkey PRIMARY KEY (name);

ALTER TABLE ONLY core.saved_query
    ADD CONSTRAINT saved_query_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY core.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.sessions
    ADD CONSTRAINT sessions_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY core.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY core.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, person_id);

ALTER TABLE ONLY core.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.token_networks
    ADD CONSTRAINT token_networks_pkey PRIMARY KEY (token_id, network);

ALTER TABLE ONLY core.totp_secrets
    ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (person_id);

CREATE UNIQUE INDEX agents_name ON core.agents USING btree (name) WHERE (deleted_at IS NULL);

CREATE INDEX audit_log_action ON ONLY core.audit_log USING btree (action, created_at DESC, id DESC);

CREATE INDEX audit_log_address ON ONLY core.audit_log USING btree (address, created_at DESC, id DESC);

CREATE INDEX audit_log_created ON ONLY core.audit_log USING btree (created_at DESC, id DESC);

CREATE INDEX audit_log_of_resource ON ONLY core.audit_log USING btree (resource, created_at DESC, id DESC);

CREATE INDEX audit_log_person ON ONLY core.audit_log USING btree (person_id, created_at DESC);

CREATE INDEX audit_log_resource ON ONLY core.audit_log USING btree (resource, resource_id, created_at DESC);

CREATE INDEX audit_log_rest_action_created_at_id_idx ON core.audit_log_rest USING btree (action, created_at DESC, id DESC);

CREATE INDEX audit_log_rest_address_created_at_id_idx ON core.audit_log_rest USING btree (address, created_at DESC, id DESC);

CREATE INDEX audit_log_rest_created_at_id_idx ON core.audit_log_rest USING btree (created_at DESC, id DESC);

CREATE INDEX audit_log_words ON ONLY core.audit_log USING gin ((((((((((((actor || ' '::text) || action) || ' '::text) || resource) || ' '::text) || COALESCE(resource_id, ''::text)) || ' '::text) || COALESCE(resource_name, ''::text)) || ' '::text) || COALESCE(address, ''::text))) public.gin_trgm_ops);

CREATE INDEX audit_log_rest_expr_idx ON core.audit_log_rest USING gin ((((((((((((actor || ' '::text) || action) || ' '::text) || resource) || ' '::text) || COALESCE(resource_id, ''::text)) || ' '::text) || COALESCE(resource_name, ''::text)) || ' '::text) || COALESCE(address, ''::text))) public.gin_trgm_ops);

CREATE INDEX audit_log_rest_person_id_created_at_idx ON core.audit_log_rest USING btree (person_id, created_at DESC);

CREATE INDEX audit_log_rest_resource_created_at_id_idx ON core.audit_log_rest USING btree (resource, created_at DESC, id DESC);

CREATE INDEX audit_log_rest_resource_resource_id_created_at_idx ON core.audit_log_rest USING btree (resource, resource_id, created_at DESC);

CREATE INDEX canaries_created_by ON core.canaries USING btree (created_by);

CREATE UNIQUE INDEX canaries_identity ON core.canaries USING btree (agent_id, name, namespace, COALESCE(source, 'UI'::text)) WHERE (deleted_at IS NULL);

CREATE INDEX canaries_name ON core.canaries USING gin (lower(name) public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX canaries_source ON core.canaries USING btree (source) WHERE (deleted_at IS NULL);

CREATE INDEX check_component_relationships_check ON core.check_component_relationships USING btree (check_id);

CREATE INDEX check_config_relationships_check ON core.check_config_relationships USING btree (check_id);

CREATE INDEX check_rollups_1d_bucket ON ONLY core.check_rollups_1d USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_rollups_1d_rest_bucket_idx ON core.check_rollups_1d_rest USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_rollups_1h_bucket ON ONLY core.check_rollups_1h USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_rollups_1h_rest_bucket_idx ON core.check_rollups_1h_rest USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_rollups_5m_bucket ON ONLY core.check_rollups_5m USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_rollups_5m_rest_bucket_idx ON core.check_rollups_5m_rest USING brin (bucket) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX check_state_due ON core.check_state USING btree (type, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX check_state_reason ON core.check_state USING gin (lower(COALESCE(error, message)) public.gin_trgm_ops) WHERE (state <> 'healthy'::core.health_state);

CREATE INDEX check_state_state ON core.check_state USING btree (state, check_id);

CREATE INDEX check_statuses_slow ON ONLY core.check_statuses USING btree (check_id, "time" DESC, duration) WHERE (duration >= (100)::double precision);

CREATE INDEX check_statuses_rest_check_id_time_duration_idx ON core.check_statuses_rest USING btree (check_id, "time" DESC, duration) WHERE (duration >= (100)::double precision);

CREATE INDEX check_statuses_unwell ON ONLY core.check_statuses USING btree (check_id, "time" DESC) WHERE (state <> 'healthy'::core.health_state);

CREATE INDEX check_statuses_rest_check_id_time_idx ON core.check_statuses_rest USING btree (check_id, "time" DESC) WHERE (state <> 'healthy'::core.health_state);

CREATE INDEX checks_canary ON core.checks USING btree (canary_id) WHERE (deleted_at IS NULL);

CREATE INDEX checks_deleted ON core.checks USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX checks_identity ON core.checks USING btree (canary_id, type, name, agent_id);

CREATE INDEX checks_label_values ON core.checks USING gin (lower((labels)::text) public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX checks_live_name ON core.checks USING btree (name, id) WHERE (deleted_at IS NULL);

CREATE INDEX checks_parent ON core.checks USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX checks_search ON core.checks USING gin (search public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX checks_webhook ON core.checks USING btree (name) WHERE ((type = 'webhook'::text) AND (deleted_at IS NULL) AND (NOT transformed));

CREATE INDEX components_agent ON core.components USING btree (agent_id);

CREATE INDEX components_name ON core.components USING btree (name, id) WHERE (deleted_at IS NULL);

CREATE INDEX components_parent ON core.components USING btree (parent_id);

CREATE INDEX config_items_agent ON core.config_items USING btree (agent_id, type);

CREATE INDEX config_items_name ON core.config_items USING btree (type, name, id) WHERE (deleted_at IS NULL);

CREATE INDEX connections_created_by ON core.connections USING btree (created_by);

CREATE UNIQUE INDEX connections_name ON core.connections USING btree (name, namespace) WHERE (deleted_at IS NULL);

CREATE INDEX identity_flows_anonymous ON core.identity_flows USING btree (issued_at DESC, id DESC) WHERE (person_id IS NULL);

CREATE INDEX identity_flows_expiry ON core.identity_flows USING btree (expires_at);

CREATE INDEX identity_flows_person ON core.identity_flows USING btree (person_id);

CREATE INDEX identity_flows_requester ON core.identity_flows USING btree (requester, issued_at DESC);

CREATE INDEX identity_guesses_subject ON core.identity_guesses USING btree (subject, made_at);

CREATE INDEX invitations_email ON core.invitations USING btree (email) WHERE (used_at IS NULL);

CREATE INDEX invitations_invited_by ON core.invitations USING btree (invited_by);

CREATE INDEX invitations_person ON core.invitations USING btree (person_id);

CREATE INDEX job_history_created ON ONLY core.job_history USING btree (created_at DESC, id DESC);

CREATE INDEX job_history_name ON ONLY core.job_history USING btree (name, created_at DESC);

CREATE INDEX job_history_resource ON ONLY core.job_history USING btree (resource_id, created_at DESC);

CREATE INDEX job_history_rest_created_at_id_idx ON core.job_history_rest USING btree (created_at DESC, id DESC);

CREATE INDEX job_history_rest_name_created_at_idx ON core.job_history_rest USING btree (name, created_at DESC);

CREATE INDEX job_history_running ON ONLY core.job_history USING btree (process_id) WHERE (status = 'RUNNING'::text);

CREATE INDEX job_history_rest_process_id_idx ON core.job_history_rest USING btree (process_id) WHERE (status = 'RUNNING'::text);

CREATE INDEX job_history_rest_resource_id_created_at_idx ON core.job_history_rest USING btree (resource_id, created_at DESC);

CREATE INDEX mailed_codes_email ON core.mailed_codes USING btree (email);

CREATE INDEX mailed_codes_person ON core.mailed_codes USING btree (person_id);

CREATE INDEX mailed_codes_shared ON core.mailed_codes USING btree (shared_digest) WHERE (shared_digest IS NOT NULL);

CREATE UNIQUE INDEX people_email ON core.people USING btree (email) WHERE (deleted_at IS NULL);

CREATE INDEX properties_created_by ON core.properties USING btree (created_by);

CREATE INDEX saved_query_created ON core.saved_query USING btree (created_at DESC, id);

CREATE INDEX saved_query_created_by ON core.saved_query USING btree (created_by);

CREATE INDEX sessions_expiry ON core.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON core.sessions USING btree (person_id);

CREATE INDEX team_members_person ON core.team_members USING btree (person_id);

CREATE INDEX teams_created_by ON core.teams USING btree (created_by);

CREATE UNIQUE INDEX teams_name ON core.teams USING btree (name) WHERE (deleted_at IS NULL);

ALTER INDEX core.audit_log_action ATTACH PARTITION core.audit_log_rest_action_created_at_id_idx;

ALTER INDEX core.audit_log_address ATTACH PARTITION core.audit_log_rest_address_created_at_id_idx;

ALTER INDEX core.audit_log_created ATTACH PARTITION core.audit_log_rest_created_at_id_idx;

ALTER INDEX core.audit_log_words ATTACH PARTITION core.audit_log_rest_expr_idx;

ALTER INDEX core.audit_log_person ATTACH PARTITION core.audit_log_rest_person_id_created_at_idx;

ALTER INDEX core.audit_log_pkey ATTACH PARTITION core.audit_log_rest_pkey;

ALTER INDEX core.audit_log_of_resource ATTACH PARTITION core.audit_log_rest_resource_created_at_id_idx;

ALTER INDEX core.audit_log_resource ATTACH PARTITION core.audit_log_rest_resource_resource_id_created_at_idx;

ALTER INDEX core.check_rollups_1d_bucket ATTACH PARTITION core.check_rollups_1d_rest_bucket_idx;

ALTER INDEX core.check_rollups_1d_pkey ATTACH PARTITION core.check_rollups_1d_rest_pkey;

ALTER INDEX core.check_rollups_1h_bucket ATTACH PARTITION core.check_rollups_1h_rest_bucket_idx;

ALTER INDEX core.check_rollups_1h_pkey ATTACH PARTITION core.check_rollups_1h_rest_pkey;

ALTER INDEX core.check_rollups_5m_bucket ATTACH PARTITION core.check_rollups_5m_rest_bucket_idx;

ALTER INDEX core.check_rollups_5m_pkey ATTACH PARTITION core.check_rollups_5m_rest_pkey;

ALTER INDEX core.check_statuses_slow ATTACH PARTITION core.check_statuses_rest_check_id_time_duration_idx;

ALTER INDEX core.check_statuses_unwell ATTACH PARTITION core.check_statuses_rest_check_id_time_idx;

ALTER INDEX core.check_statuses_pkey ATTACH PARTITION core.check_statuses_rest_pkey;

ALTER INDEX core.job_history_created ATTACH PARTITION core.job_history_rest_created_at_id_idx;

ALTER INDEX core.job_history_name ATTACH PARTITION core.job_history_rest_name_created_at_idx;

ALTER INDEX core.job_history_pkey ATTACH PARTITION core.job_history_rest_pkey;

ALTER INDEX core.job_history_running ATTACH PARTITION core.job_history_rest_process_id_idx;

ALTER INDEX core.job_history_resource ATTACH PARTITION core.job_history_rest_resource_id_created_at_idx;

CREATE OR REPLACE VIEW api.people_roles AS
 SELECT people.id,
    people.name,
    people.email,
    array_agg(held.role ORDER BY held.role) AS roles
   FROM (core.people
     JOIN core.people_roles held ON ((held.person_id = people.id)))
  WHERE (people.deleted_at IS NULL)
  GROUP BY people.id;

CREATE TRIGGER announce_delete AFTER DELETE ON core.access_tokens REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('sessions', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.audit_log REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('audit_log', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.canaries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canaries', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.canary_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canary_files', 'path');

CREATE TRIGGER announce_delete AFTER DELETE ON core.checks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('checks', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.connections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('connections', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.job_history REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('job_history', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.people REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.people_roles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'person_id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('properties', 'name');

CREATE TRIGGER announce_delete AFTER DELETE ON core.sessions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('sessions', 'id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.team_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'team_id');

CREATE TRIGGER announce_delete AFTER DELETE ON core.teams REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.audit_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('audit_log', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.canaries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canaries', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.canary_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canary_files', 'path');

CREATE TRIGGER announce_insert AFTER INSERT ON core.checks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('checks', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.connections REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('connections', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.job_history REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('job_history', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.people REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.people_roles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'person_id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('properties', 'name');

CREATE TRIGGER announce_insert AFTER INSERT ON core.team_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'team_id');

CREATE TRIGGER announce_insert AFTER INSERT ON core.teams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'id');

CREATE TRIGGER announce_results AFTER UPDATE ON core.check_state REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce_check_results();

CREATE TRIGGER announce_update AFTER UPDATE ON core.audit_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('audit_log', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.canaries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canaries', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.canary_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('canary_files', 'path');

CREATE TRIGGER announce_update AFTER UPDATE ON core.checks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('checks', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.connections REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('connections', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.job_history REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('job_history', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.people REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.people_roles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('people', 'person_id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('properties', 'name');

CREATE TRIGGER announce_update AFTER UPDATE ON core.team_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'team_id');

CREATE TRIGGER announce_update AFTER UPDATE ON core.teams REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.announce('teams', 'id');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON core.audit_anchors FOR EACH ROW EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON core.audit_log FOR EACH ROW EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON core.audit_seals FOR EACH ROW EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON core.audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON core.audit_log FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON core.audit_log_rest FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON core.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_change();

CREATE TRIGGER await_seal AFTER INSERT ON core.audit_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.await_seal();

CREATE TRIGGER canaries_updated BEFORE UPDATE ON core.canaries FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER check_component_relationships_updated BEFORE UPDATE ON core.check_component_relationships FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER check_config_relationships_updated BEFORE UPDATE ON core.check_config_relationships FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER checks_updated BEFORE UPDATE ON core.checks FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER components_updated BEFORE UPDATE ON core.components FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER config_items_updated BEFORE UPDATE ON core.config_items FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER connections_updated BEFORE UPDATE ON core.connections FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER people_updated BEFORE UPDATE ON core.people FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER properties_updated BEFORE UPDATE ON core.properties FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER saved_query_updated BEFORE UPDATE ON core.saved_query FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER teams_updated BEFORE UPDATE ON core.teams FOR EACH ROW EXECUTE FUNCTION core.touch_updated_at();

CREATE TRIGGER wake_suites AFTER UPDATE ON core.check_state REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION core.wake_suites();

ALTER TABLE ONLY core.access_tokens
    ADD CONSTRAINT access_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.backup_codes
    ADD CONSTRAINT backup_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.totp_secrets(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY core.canaries
    ADD CONSTRAINT canaries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES core.agents(id);

ALTER TABLE ONLY core.canaries
    ADD CONSTRAINT canaries_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.check_component_relationships
    ADD CONSTRAINT check_component_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES core.checks(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.check_component_relationships
    ADD CONSTRAINT check_component_relationships_component_id_fkey FOREIGN KEY (component_id) REFERENCES core.components(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.check_config_relationships
    ADD CONSTRAINT check_config_relationships_check_id_fkey FOREIGN KEY (check_id) REFERENCES core.checks(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.check_config_relationships
    ADD CONSTRAINT check_config_relationships_config_id_fkey FOREIGN KEY (config_id) REFERENCES core.config_items(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.check_data
    ADD CONSTRAINT check_data_check_id_fkey FOREIGN KEY (check_id) REFERENCES core.checks(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.check_state
    ADD CONSTRAINT check_state_check_id_fkey FOREIGN KEY (check_id) REFERENCES core.checks(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.checks
    ADD CONSTRAINT checks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES core.agents(id);

ALTER TABLE ONLY core.checks
    ADD CONSTRAINT checks_canary_id_fkey FOREIGN KEY (canary_id) REFERENCES core.canaries(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.checks
    ADD CONSTRAINT checks_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES core.checks(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.components
    ADD CONSTRAINT components_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES core.agents(id);

ALTER TABLE ONLY core.components
    ADD CONSTRAINT components_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES core.components(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.config_items
    ADD CONSTRAINT config_items_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES core.agents(id);

ALTER TABLE ONLY core.connections
    ADD CONSTRAINT connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.identity_flows
    ADD CONSTRAINT identity_flows_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.invitations
    ADD CONSTRAINT invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.known_devices
    ADD CONSTRAINT known_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.mailed_codes
    ADD CONSTRAINT mailed_codes_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES core.identity_flows(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.mailed_codes
    ADD CONSTRAINT mailed_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.passwords
    ADD CONSTRAINT passwords_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.people_roles
    ADD CONSTRAINT people_roles_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.properties
    ADD CONSTRAINT properties_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.saved_query
    ADD CONSTRAINT saved_query_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.team_members
    ADD CONSTRAINT team_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.team_members
    ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES core.teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.teams
    ADD CONSTRAINT teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES core.people(id) ON DELETE SET NULL;

ALTER TABLE ONLY core.token_networks
    ADD CONSTRAINT token_networks_token_id_fkey FOREIGN KEY (token_id) REFERENCES core.access_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY core.totp_secrets
    ADD CONSTRAINT totp_secrets_person_id_fkey FOREIGN KEY (person_id) REFERENCES core.people(id) ON DELETE CASCADE;

