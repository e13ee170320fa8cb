import {
  isAdministratorsProperty,
  LOCAL_PROPERTY,
  propertyForm,
  SECOND_FACTOR_ROLES,
} from '@binnacle/contract/health'
import type { Row, Writer } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import { audit, type Snapshot } from '../../platform/audit.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Columns } from '../../platform/database/columns.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { parseRow } from '../../platform/data/rows.ts'
import type { LocalProperties } from './file.ts'

type StoredProperty = Columns<'core.properties', 'name' | 'value' | 'description'>

function lock(client: ClientBase, name: string): Promise<StoredProperty | undefined> {
  return tablesOn(client)
    .selectFrom('core.properties')
    .select(['name', 'value', 'description'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

const asSnapshot = (row: StoredProperty | undefined): Snapshot | undefined => row && { ...row }

async function create(client: ClientBase, actor: Actor, name: string, row: Row): Promise<void> {
  const { value, description = null } = parseRow(propertyForm, row)
  const { numInsertedOrUpdatedRows: added } = await tablesOn(client)
    .insertInto('core.properties')
    .values({ name, value, description, created_by: actor.personId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (added === 1n) return
  const message = `There is a feature flag named "${name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

async function update(client: ClientBase, stored: StoredProperty, changes: Row): Promise<void> {
  const { name, value, description } = parseRow(propertyForm, { ...stored, ...changes })
  if (name !== stored.name)
    throw new RequestError('EINVALID', 'name: a feature flag keeps its name', [
      { path: 'name', message: 'a feature flag keeps its name' },
    ])
  await tablesOn(client)
    .updateTable('core.properties')
    .set({ value, description: description ?? null })
    .where('name', '=', name)
    .execute()
}

/**
 * Writes feature flags and other properties that come through the data service.
 * @param local the flags of the local file, which stand above those that are written here
 */
export function createPropertyWriter(local: () => LocalProperties): Writer<Actor> {
  const refuseLocal = (name: string) => {
    // Editors write feature flags; who has to prove themselves how is for administrators.
    if (name === SECOND_FACTOR_ROLES)
      throw new RequestError('EFORBIDDEN', 'Change the roles that require a second factor on the Users page')
    if (local().has(name)) throw new RequestError('ECONFLICT', LOCAL_PROPERTY)
  }
  const refuseAdministrators = (name: string, { roles }: Actor) => {
    if (isAdministratorsProperty(name) && !roles.includes('admin'))
      throw new RequestError('EFORBIDDEN', `Only administrators change "${name}"`)
  }
  return async ({ actor, action, rows, keys, missing, client }) => {
    // What only the file has is no row, and still not to be changed here.
    for (const name of missing) {
      refuseLocal(name)
      refuseAdministrators(name, actor)
    }
    const changes =
      action === 'insert'
        ? rows.map((row) => ({ name: parseRow(propertyForm, row).name, row }))
        : keys.map(([name = '']) => ({ name, row: rows[0] ?? {} }))
    for (const { name, row } of changes) {
      // One that is hidden by the file may go, as it has no effect.
      if (action !== 'delete' || name === SECOND_FACTOR_ROLES) refuseLocal(name)
      refuseAdministrators(name, actor)
      const before = action === 'insert' ? undefined : await lock(client, name)
      if (action === 'insert') await create(client, actor, name, row)
      else if (action === 'delete')
        await tablesOn(client).deleteFrom('core.properties').where('name', '=', name).execute()
      else if (before !== undefined) await update(client, before, row)
      const after = await lock(client, name)
      await audit(client, actor, {
        action: action === 'insert' ? 'create' : action,
        resource: 'properties',
        id: name,
        name,
        before: asSnapshot(before),
        after: asSnapshot(after),
      })
    }
    return changes.map(({ name }) => [name])
  }
}
