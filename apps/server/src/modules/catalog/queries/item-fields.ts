import type { Field } from '@binnacle/query'

/** SQL, answered by an index, of whether an item may have a tag or label with a value, or with the start of one. */
export const mayHave = (values: string, starts: string) =>
  `core.tag_values(items.tags, items.labels) @@ core.tag_values_query(${values}, ${starts})`

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
    mayHave,
  },
  { kind: 'map', name: 'tags', aliases: ['tag'], help: 'A tag of the item', sql: 'items.tags', mayHave },
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
