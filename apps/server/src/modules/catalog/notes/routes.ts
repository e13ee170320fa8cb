import {
  configField,
  fieldValues,
  itemNotes,
  itemSwitch,
  itemSwitches,
  storedConfigField,
} from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { presentId } from '../store/merge/present-id.ts'
import { createField, deleteField, updateField } from './save-field.ts'
import { setFieldValues } from './save-field-values.ts'
import { replaceNotes } from './save-notes.ts'
import { switchItem, type SwitchName } from './switch-item.ts'

const write = { access: { resource: 'database', action: 'write' } } as const
const item = z.object({ id: z.guid('is not an id') })
const valuesSet = z.object({ fields: z.record(z.string(), z.union([z.string(), z.number()])) })

/** Routes with which people describe, archive and ignore catalog items, and add fields to them. */
export function notesRoutes({ pool, clock }: { pool: Pool; clock: Clock }): Route[] {
  const switchRoute = (path: string, name: SwitchName, summary: string): Route =>
    defineRoute({
      method: 'PUT',
      path: `/catalog/{id}/${path}`,
      summary,
      ...write,
      params: item,
      body: itemSwitch,
      answer: itemSwitches,
      handle: ({ params: { id }, body: { on }, actor }) =>
        inTransaction(pool, async (client) =>
          switchItem(client, actor, { id: await presentId(client, id), name, on, now: clock.now() }),
        ),
    })
  return [
    defineRoute({
      method: 'PUT',
      path: '/catalog/{id}/notes',
      summary: 'Replaces the owner, the notes and the own tags of a catalog item; scrapes keep them',
      ...write,
      params: item,
      body: itemNotes,
      answer: itemNotes,
      handle: ({ params: { id }, body, actor }) =>
        inTransaction(pool, async (client) =>
          replaceNotes(client, actor, { id: await presentId(client, id), ...body }),
        ),
    }),
    switchRoute(
      'archive',
      'archived_at',
      'Takes a catalog item out of lists, or back into them; scrapes leave it there',
    ),
    switchRoute(
      'ignore',
      'ignored_at',
      'Stops storing changes and insights of a catalog item, which are then only counted, or stores them again',
    ),
    defineRoute({
      method: 'PUT',
      path: '/catalog/{id}/fields',
      summary:
        'Sets values of fields that people added to catalog items; null takes one away, scrapes keep them',
      ...write,
      params: item,
      body: fieldValues,
      answer: valuesSet,
      handle: ({ params: { id }, body: { values }, actor }) =>
        inTransaction(pool, async (client) => ({
          fields: await setFieldValues(client, actor, { id: await presentId(client, id), values }),
        })),
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/fields',
      summary: 'Adds a field to catalog items: text, number, date, choice, link or person',
      ...write,
      body: configField,
      answer: storedConfigField,
      status: 201,
      handle: ({ body, actor }) => inTransaction(pool, (client) => createField(client, actor, body)),
    }),
    defineRoute({
      method: 'PUT',
      path: '/catalog/fields/{id}',
      summary: 'Changes a field of catalog items; its values stay, and so does its kind',
      ...write,
      params: item,
      body: configField,
      answer: storedConfigField,
      handle: ({ params: { id }, body, actor }) =>
        inTransaction(pool, (client) => updateField(client, actor, { id, ...body })),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/catalog/fields/{id}',
      summary: 'Deletes a field of catalog items with its values',
      ...write,
      params: item,
      answer: item,
      handle: async ({ params, actor }) => {
        await inTransaction(pool, (client) => deleteField(client, actor, params.id))
        return params
      },
    }),
  ]
}
