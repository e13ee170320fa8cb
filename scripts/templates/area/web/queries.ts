import { type New{{Type}}, {{name}}, {{name}}States } from '@binnacle/contract/{{path}}'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { fromTable } from '../../application/resource/from-table.ts'
import { createdField } from '../../application/resource/kind-fields.ts'

/** Columns that the server sorts {{words}}s by. */
export const {{name}}SortColumns = ['name', 'created_at'] as const
export type {{Type}}SortColumn = (typeof {{name}}SortColumns)[number]

/** How the list is loaded, and its query language. */
export const { load: load{{Types}}, search: {{name}}Search } = fromTable<z.infer<typeof {{name}}>, {{Type}}SortColumn>({
  table: '{{table}}',
  columns: 'id,name,state,created_at,closed_at',
  row: {{name}},
  words: ['name'],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    { kind: 'choice', name: 'state', help: 'Whether it is open', column: 'state', values: {{name}}States },
    createdField,
  ],
})

const answer = z.object({ id: z.string() })

/** Adds a {{words}}. */
export async function add{{Type}}(body: New{{Type}}): Promise<void> {
  await request('/{{path}}', answer, { method: 'POST', body })
}

/** Closes a {{words}}. */
export async function close{{Type}}(id: string): Promise<void> {
  await request(`/{{path}}/${id}/close`, answer, { method: 'POST' })
}
