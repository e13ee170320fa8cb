import type { Field } from '@binnacle/query'

/** Tags and labels as text, which has an index. */
const searched = 'lower(items.tags::text || items.labels::text)'

/** The fields of queries for catalog items. Validation, completion and SQL use this table. */
export const itemFields: readonly Field[] = [
  { kind: 'text', name: 'name', help: 'Name of the item', sql: 'items.name' },
  {
    kind: 'text',
    name: 'type',
    help: 'Type of the item, such as Kubernetes::Pod; a part of it with stars',
    sql: 'items.type',
  },
  {
    kind: 'text',
    name: 'class',
    aliases: ['config_class'],
    help: 'What it is whoever provides it, such as Pod',
    sql: 'items.config_class',
  },
  { kind: 'text', name: 'namespace', help: 'Namespace of the item', sql: 'items.namespace' },
  {
    kind: 'choice',
    name: 'health',
    help: 'How the item is',
    sql: `coalesce(items.health, 'unknown')`,
    order: `array_position(array['unhealthy', 'warning', 'unknown', 'healthy'], coalesce(items.health, 'unknown'))`,
    values: ['unhealthy', 'warning', 'unknown', 'healthy'],
  },
  { kind: 'text', name: 'status', help: 'Status in its source, such as Running', sql: 'items.status' },
  {
    kind: 'map',
    name: 'labels',
    aliases: ['label'],
    help: 'A label of the item',
    sql: 'items.labels',
    searched,
  },
  { kind: 'map', name: 'tags', aliases: ['tag'], help: 'A tag of the item', sql: 'items.tags', searched },
  { kind: 'text', name: 'description', help: 'Description of the item', sql: 'items.description' },
  { kind: 'text', name: 'source', help: 'Where it was read', sql: 'items.source' },
  { kind: 'time', name: 'created', help: 'When it was created', sql: 'items.created_at' },
  {
    kind: 'time',
    name: 'updated',
    aliases: ['changed'],
    help: 'When its document changed last',
    sql: 'items.updated_at',
  },
  { kind: 'time', name: 'deleted', help: 'When it was deleted', sql: 'items.deleted_at' },
]
