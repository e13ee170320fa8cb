import { attributeDefinitions } from '../attributes.ts'

/**
 * Tables of a connection, in which runs gather what they find. They end with the connection, so nothing is left of a
 * process that dies. Nothing of them is written to the log of the database.
 */
export const stagingTables = `
create temp table if not exists staged_items (
  id uuid primary key,
  -- Nothing differs from what is stored. Only its names and parents are here.
  same boolean not null,
  ${attributeDefinitions},
  deleted_at timestamptz,
  delete_reason text,
  hash bytea,
  parents jsonb not null,
  ignores_diff boolean not null default false,
  -- What publishing does
  does text,
  parent_id uuid,
  path text,
  health_before text
) with (fillfactor = 40);
-- Documents that differ from the stored ones. Publishing updates the rows of items, so they contain no documents.
create temp table if not exists staged_documents (
  id uuid primary key,
  -- A document that is JSON's null comes as the null of SQL
  config jsonb,
  hash bytea not null,
  -- Of the stored document that it was compared with
  base_hash bytea,
  version_whole boolean,
  version_body bytea
);
create temp table if not exists staged_names (external_id text not null, type text not null, id uuid not null);
create index if not exists staged_names_external_id on staged_names (external_id);
create temp table if not exists staged_edges (
  item_id uuid not null,
  external_id text,
  type text,
  name text,
  namespace text,
  labels jsonb,
  scraper text,
  agent text,
  relation text not null,
  incoming boolean not null,
  by text not null
);
-- The same, when the items are found that they name.
create temp table if not exists staged_found_edges (
  config_id uuid not null,
  related_id uuid not null,
  relation text not null,
  by text not null,
  found_on uuid not null,
  primary key (config_id, related_id, relation)
);
create temp table if not exists staged_changes (
  number bigint generated always as identity,
  config_id uuid,
  item_external_id text,
  item_type text,
  external_id text,
  type text not null,
  severity text,
  source text,
  summary text,
  by text,
  at timestamptz,
  fingerprint bytea,
  diff text,
  patches jsonb,
  details jsonb,
  changed jsonb,
  digest text not null,
  deletes boolean not null default false,
  -- The document of the item has changed, whatever the rules of the spec call it
  of_document boolean not null default false
);
create temp table if not exists staged_insights (
  config_id uuid,
  item_external_id text not null,
  item_type text,
  external_id text not null,
  analyzer text not null,
  type text not null,
  severity text not null,
  summary text,
  message text,
  source text,
  details jsonb
);
create temp table if not exists staged_costs (
  config_id uuid,
  -- A list of {externalId, type}: the first that names an item counts
  names jsonb not null,
  bill text not null,
  currency text not null,
  -- Amounts by day
  days jsonb not null
);
-- The same, when the items are found that they name.
create temp table if not exists staged_cost_days (
  config_id uuid not null,
  day date not null,
  currency text not null,
  bill text not null,
  cost numeric(16, 4) not null,
  primary key (config_id, day, currency, bill)
);
create temp table if not exists staged_deletions (
  config_id uuid,
  item_external_id text not null,
  item_type text,
  at timestamptz,
  reason text not null default 'FROM_EVENT'
);
-- What is to be deleted, decided before anything is written.
create temp table if not exists staged_gone (config_id uuid primary key, at timestamptz not null, reason text not null);
-- Values of filters before and after, as counts to add.
create temp table if not exists staged_facets (kind text not null, key text not null, value text not null, count bigint not null);
create temp table if not exists staged_touched (config_id uuid primary key);
`

const names = [
  'staged_items', 'staged_documents', 'staged_names', 'staged_edges', 'staged_found_edges', 'staged_changes',
  'staged_insights', 'staged_costs', 'staged_cost_days', 'staged_deletions', 'staged_gone', 'staged_facets', 'staged_touched',
] // prettier-ignore

/** Empties the tables, and gives back their room. */
export const forgetStaged = `truncate ${names.join(', ')}`

/** The same for a batch: truncating makes files, which takes longer than to delete a few rows. */
export const forgetBatch = names.map((name) => `delete from ${name}`).join(';')
