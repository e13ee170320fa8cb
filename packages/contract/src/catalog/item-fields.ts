/** The health that an item can have in queries, the gravest first. */
const healths = ['unhealthy', 'warning', 'unknown', 'healthy'] as const

/** The fields of queries for catalog items. People add others, whose names begin with `ADDED_PREFIX`. */
export const itemFields = [
  { kind: 'text', name: 'name', help: 'Name of the item' },
  { kind: 'text', name: 'type', help: 'Type of the item, such as Kubernetes::Pod; * matches any characters' },
  {
    kind: 'text',
    name: 'class',
    aliases: ['config_class'],
    help: 'Kind of item, the same for all providers, such as Pod',
  },
  { kind: 'text', name: 'namespace', help: 'Namespace of the item' },
  { kind: 'choice', name: 'health', help: 'Health of the item', values: healths },
  { kind: 'text', name: 'status', help: 'Status that the source reports, such as Running' },
  { kind: 'map', name: 'labels', aliases: ['label'], help: 'A label of the item' },
  { kind: 'map', name: 'tags', aliases: ['tag'], help: 'A tag of the item' },
  { kind: 'text', name: 'owner', help: 'Name of the team or person that owns it' },
  { kind: 'text', name: 'description', help: 'Description of the item' },
  { kind: 'text', name: 'source', help: 'Source that it was read from' },
  { kind: 'time', name: 'created', help: 'When it was created' },
  { kind: 'time', name: 'updated', aliases: ['changed'], help: 'When its document changed last' },
  { kind: 'time', name: 'deleted', help: 'When it was deleted' },
] as const

/** What names of fields that people added begin with in queries. */
export const ADDED_PREFIX = 'field.'
