import type { ConfigField, StoredConfigField } from '@binnacle/contract/catalog'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'
import type { FieldTables } from './stored.ts'

const columns = ['id', 'name', 'kind', 'description', 'choices', 'types'] as const

const nameTaken = () => fieldError('name', 'Another field has this name')

async function lockField(client: ClientBase, id: string): Promise<StoredConfigField> {
  const field = await tablesOn<FieldTables>(client)
    .selectFrom('core.config_fields')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (field === undefined) throw new RequestError('ENOTFOUND', 'There is no field with this id')
  return field
}

/**
 * Adds a field to catalog items.
 * @throws RequestError if another one has its name
 */
export async function createField(
  client: ClientBase,
  actor: Actor,
  field: ConfigField,
): Promise<StoredConfigField> {
  const { name, kind, description, choices, types } = field
  const made = await tablesOn<FieldTables>(client)
    .insertInto('core.config_fields')
    .values({ name, kind, description, choices, types, created_by: actor.personId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (made === undefined) throw nameTaken()
  await audit(client, actor, {
    action: 'create',
    resource: 'config_fields',
    id: made.id,
    name,
    after: { ...field },
  })
  return made
}

/**
 * Changes a field. Its values stay, also under another name.
 * @throws RequestError if there is no such field, another one has its name, its kind changes, or a choice goes that an item has
 */
export async function updateField(
  client: ClientBase,
  actor: Actor,
  { id, ...field }: ConfigField & { id: string },
): Promise<StoredConfigField> {
  const before = await lockField(client, id)
  const { name, kind, description, choices, types } = field
  if (kind !== before.kind)
    throw fieldError('kind', 'The kind of a field stays as it is; add another field instead')
  const tables = tablesOn<FieldTables>(client)
  const other = await tables
    .selectFrom('core.config_fields')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw nameTaken()
  if (kind === 'choice') {
    const lowered = choices.map((choice) => choice.toLowerCase())
    const stray = await tables
      .selectFrom('core.config_field_values')
      .select('text')
      .where('field_id', '=', id)
      .where(fragment<boolean>`lower(text) <> all(${lowered})`)
      .orderBy('text')
      .limit(1)
      .executeTakeFirst()
    if (stray !== undefined)
      throw fieldError('choices', `Items have the value ${stray.text}, so it must stay`)
  }
  const changed = await tables
    .updateTable('core.config_fields')
    .set({ name, description, choices, types })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  const after = changed ?? before
  await audit(client, actor, { action: 'update', resource: 'config_fields', id, name, before, after })
  return after
}

/**
 * Deletes a field with its values.
 * @throws RequestError if there is no such field
 */
export async function deleteField(client: ClientBase, actor: Actor, id: string): Promise<void> {
  const before = await lockField(client, id)
  await tablesOn(client).deleteFrom('core.config_fields').where('id', '=', id).execute()
  await audit(client, actor, { action: 'delete', resource: 'config_fields', id, name: before.name, before })
}
