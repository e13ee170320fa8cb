import { isEditableSource } from '@binnacle/contract/core'
import { teamSelectors } from '@binnacle/contract/search'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'

const NAME_LENGTH = 200

/** What a client sends of a team. */
export const teamRow = z.object({
  name: z
    .string('Please provide a name')
    .trim()
    .min(1, 'Please provide a name')
    .max(NAME_LENGTH, `must have at most ${NAME_LENGTH} characters`),
  icon: z.string().trim().max(NAME_LENGTH).nullish(),
  /** Clients may keep other keys than `components` in it. */
  spec: z.looseObject({ components: z.nullish(teamSelectors) }).default({}),
})

export type TeamRow = z.output<typeof teamRow>

const columns = ['id', 'name', 'icon', 'spec', 'source', 'deleted_at'] as const

/** A team as it is stored. */
export type StoredTeam = Columns<'core.teams', (typeof columns)[number]>

/** Reads a team and keeps others from changing it until the transaction ends. */
export async function lockTeam(client: ClientBase, id: string): Promise<StoredTeam> {
  const row = await tablesOn(client)
    .selectFrom('core.teams')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no team with this id')
  return row
}

/** Refuses to change what belongs to a file or a controller. */
export function refuseForeign({ source }: StoredTeam): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', `This team comes from ${source}; change it there`)
}

/** Refuses the name of another team that is in use. */
export async function refuseTakenName(client: ClientBase, name: string, except?: string): Promise<void> {
  const other = await tablesOn(client)
    .selectFrom('core.teams')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except ?? null)
    .executeTakeFirst()
  if (other === undefined) return
  const message = `There is a team named "${name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}
