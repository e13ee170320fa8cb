import { type ConfigField, fieldKinds, type FieldValue, storedConfigField } from '@binnacle/contract/catalog'
import { isUuid } from '@binnacle/contract/core'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { tables } from '../../../application/requests/data.ts'
import { fromTable } from '../../../application/resource/from-table.ts'
import { countField, createdField, updatedField } from '../../../application/resource/kind-fields.ts'

/** Live topic of fields. */
export const FIELDS_TOPIC = 'config_fields'

const columns = 'id,name,kind,description,choices,types,items,updated_at'

const fieldRow = z.extend(storedConfigField, { items: z.number(), updated_at: z.string() })
/** A field in the list, with the number of items that have a value. */
export type FieldRow = z.output<typeof fieldRow>

export const fieldSortColumns = ['name', 'kind', 'items', 'updated_at'] as const
export type FieldSortColumn = (typeof fieldSortColumns)[number]

/** How the rows of the list are loaded and searched. */
export const fieldRows = fromTable<FieldRow, FieldSortColumn>({
  table: 'config_fields',
  columns,
  row: fieldRow,
  words: ['name', 'description'],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    { kind: 'choice', name: 'kind', help: 'Kind of its values', column: 'kind', values: fieldKinds },
    { kind: 'text', name: 'description', help: 'Its description', column: 'description' },
    countField('items', 'How many items have a value of it'),
    createdField,
    updatedField,
  ],
})

/** One field; null if missing. */
export const fieldQuery = (id: string) =>
  queryOptions({
    queryKey: [FIELDS_TOPIC, 'field', id],
    meta: { shows: [id] },
    queryFn: async ({ signal }): Promise<FieldRow | null> => {
      if (!isUuid(id)) return null
      const found = await tables
        .from('config_fields')
        .select<string, unknown>(columns)
        .eq('id', id)
        .abortSignal(signal)
        .throwOnError()
      return z.array(fieldRow).parse(found.data)[0] ?? null
    },
  })

/** Adds a field, or changes the one with the id. */
export async function saveField(id: string | undefined, body: ConfigField): Promise<void> {
  await request(id === undefined ? '/api/catalog/fields' : `/api/catalog/fields/${id}`, storedConfigField, {
    method: id === undefined ? 'POST' : 'PUT',
    body,
  })
}

/** Deletes a field with its values. */
export async function deleteField(id: string): Promise<void> {
  await request(`/api/catalog/fields/${id}`, z.unknown(), { method: 'DELETE' })
}

/** Sets values of fields of an item; null takes one away. */
export async function saveFieldValues(
  id: string,
  values: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  await request(`/api/catalog/${id}/fields`, z.unknown(), { method: 'PUT', body: { values } })
}
