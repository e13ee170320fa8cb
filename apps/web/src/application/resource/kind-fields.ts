import { jobStatuses } from '@binnacle/contract/jobs'
import type { ListField } from '../query/table-search.ts'
import type { OptionalField } from './kind-columns.tsx'

/** The field of how the last run of a job ended. */
export const jobField: ListField = {
  kind: 'choice',
  name: 'job',
  aliases: ['job_status'],
  help: 'Status of its last run',
  column: 'job_status',
  values: jobStatuses.map((status) => status.toLowerCase()),
  stored: (value) => value.toUpperCase(),
}

const optional: Readonly<Record<OptionalField, readonly ListField[]>> = {
  schedule: [{ kind: 'text', name: 'schedule', help: 'When it runs', column: 'schedule' }],
  namespace: [{ kind: 'text', name: 'namespace', help: 'Its namespace', column: 'namespace' }],
  job: [
    jobField,
    { kind: 'time', name: 'ran', aliases: ['last_run'], help: 'When it ran last', column: 'last_runtime' },
    {
      kind: 'time',
      name: 'failed',
      aliases: ['last_failed'],
      help: 'When it failed last',
      column: 'job_last_failed',
    },
  ],
  tags: [
    {
      kind: 'map',
      name: 'labels',
      aliases: ['label', 'tags', 'tag'],
      help: 'One of its labels',
      column: 'labels',
      keyed: true,
    },
  ],
}

/** The field of when something was added to a list. */
export const createdField: ListField = {
  kind: 'time',
  name: 'created',
  help: 'When it was added',
  column: 'created_at',
}
/** The field of when something in a list changed. */
export const updatedField: ListField = {
  kind: 'time',
  name: 'updated',
  help: 'When it was changed last',
  column: 'updated_at',
}
/** The field for the person who added a row. */
export const createdByField: ListField = {
  kind: 'text',
  name: 'created_by',
  help: 'Name of the person who added it',
  column: 'created_by_name',
}
/** The field of where something in a list is from. */
export const sourceField: ListField = {
  kind: 'text',
  name: 'source',
  help: 'Its source, such as UI or file:*',
  column: 'source',
}

/** The largest number that a column of whole numbers can have. */
export const WHOLE = 2_147_483_647

/** A field of how many there are of something. */
export function countField(name: string, help: string, column = name): ListField {
  return { kind: 'number', name, help, column, largest: Number.MAX_SAFE_INTEGER }
}

/** The fields of the query language of a resource table. @param own fields of the area */
export function kindFields(
  fields: readonly OptionalField[],
  own: readonly ListField[],
): readonly ListField[] {
  return [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    ...own,
    sourceField,
    ...fields.flatMap((field) => optional[field]),
    createdField,
    updatedField,
    createdByField,
  ]
}
