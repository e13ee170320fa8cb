import type { ConfigField, StoredConfigField } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { fieldError, RequestError } from '../../../platform/errors.ts'

const columns = 'id, name, kind, description, choices, types'
const addField = `
  insert into core.config_fields (name, kind, description, choices, types, created_by) values ($1, $2, $3, $4, $5, $6)
  on conflict (name) do nothing returning ${columns}`
const findField = `select ${columns} from core.config_fields where id = $1 for update`
const isTaken = 'select from core.config_fields where name = $1 and id <> $2'
const changeField = `
  update core.config_fields set name = $2, description = $3, choices = $4, types = $5 where id = $1 returning ${columns}`
const strayChoices = `
  select text as choice from core.config_field_values where field_id = $1 and lower(text) <> all ($2) order by text limit 1`
const removeField = 'delete from core.config_fields where id = $1'

const nameTaken = () => fieldError('name', 'Another field has this name')

async function lockField(client: ClientBase, id: string): Promise<StoredConfigField> {
  const { rows } = await client.query<StoredConfigField>(findField, [id])
  const [field] = rows
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
  const { rows } = await client.query<StoredConfigField>(addField, [
    name,
    kind,
    description,
    choices,
    types,
    actor.personId,
  ])
  const [made] = rows
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
  if ((await client.query(isTaken, [name, id])).rowCount !== 0) throw nameTaken()
  if (kind === 'choice') {
    const lowered = choices.map((choice) => choice.toLowerCase())
    const stray = await client.query<{ choice: string }>(strayChoices, [id, lowered])
    if (stray.rows[0] !== undefined)
      throw fieldError('choices', `Items have the value ${stray.rows[0].choice}, so it must stay`)
  }
  const { rows } = await client.query<StoredConfigField>(changeField, [id, name, description, choices, types])
  const after = rows[0] ?? before
  await audit(client, actor, { action: 'update', resource: 'config_fields', id, name, before, after })
  return after
}

/**
 * Deletes a field with its values.
 * @throws RequestError if there is no such field
 */
export async function deleteField(client: ClientBase, actor: Actor, id: string): Promise<void> {
  const before = await lockField(client, id)
  await client.query(removeField, [id])
  await audit(client, actor, { action: 'delete', resource: 'config_fields', id, name: before.name, before })
}
