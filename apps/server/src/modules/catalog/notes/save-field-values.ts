import { type FieldValue, readFieldValue, type StoredConfigField } from '@binnacle/contract/catalog'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'

const findItem = 'select name, type from core.config_items where id = $1 for no key update'
const findFields = `
  select fields.id, fields.name, fields.kind, fields.choices, derived.is_of_types($2, fields.types) as applies
  from core.config_fields as fields where fields.name = any ($1) for key share`
const valuesOf = 'select derived.field_values($1) as fields'
const isPerson = 'select from core.people where id = $1 and deleted_at is null for key share'
const removeValue = 'delete from core.config_field_values where config_id = $1 and field_id = $2'
const setValue = `
  insert into core.config_field_values (config_id, field_id, text, number, day, person_id, updated_by)
  values ($1, $2, $3, $4, $5::date::timestamp at time zone 'UTC', $6, $7)
  on conflict (config_id, field_id) do update
  set text = excluded.text, number = excluded.number, day = excluded.day, person_id = excluded.person_id,
    updated_by = excluded.updated_by`

type Field = Pick<StoredConfigField, 'id' | 'name' | 'kind' | 'choices'> & { applies: boolean }

function refuse(name: string, message: string): RequestError {
  return new RequestError('EINVALID', `${name} ${message}`, [
    { path: `values.${name}`, message: `${name} ${message}` },
  ])
}

async function writeValue(
  client: ClientBase,
  actor: Actor,
  item: string,
  { id, name, kind }: Field,
  value: Exclude<FieldValue, null>,
): Promise<void> {
  if (kind === 'person' && (await client.query(isPerson, [value])).rowCount === 0)
    throw refuse(name, 'names nobody')
  const of = (...kinds: Field['kind'][]) => (kinds.includes(kind) ? value : null)
  const parameters = [of('text', 'choice', 'link'), of('number'), of('date'), of('person')]
  await client.query(setValue, [item, id, ...parameters, actor.personId])
}

/**
 * Sets values of fields of an item. Fields that are not named keep theirs.
 * @returns all values of the item by the names of their fields
 * @throws RequestError if the item does not exist, or a value is invalid; it names the field
 */
export async function setFieldValues(
  client: ClientBase,
  actor: Actor,
  { id, values }: { id: string; values: Readonly<Record<string, FieldValue>> },
): Promise<Record<string, string | number>> {
  const found = await client.query<{ name: string; type: string }>(findItem, [id])
  const [item] = found.rows
  if (item === undefined) throw new RequestError('ENOTFOUND', 'There is no catalog item with this id')
  const names = Object.keys(values)
  const stored = await client.query<Field>(findFields, [names, item.type])
  const fields = new Map(stored.rows.map((field) => [field.name, field]))
  const all = async () => {
    const { rows } = await client.query<{ fields: Record<string, string | number> }>(valuesOf, [id])
    return rows[0]?.fields ?? {}
  }
  const before = await all()
  for (const name of names.toSorted()) {
    const field = fields.get(name)
    if (field === undefined) throw refuse(name, 'is no field')
    const read = readFieldValue(field, values[name] ?? null)
    if (!read.ok) throw refuse(name, read.failure)
    if (read.value === null) {
      await client.query(removeValue, [id, field.id])
      continue
    }
    if (!field.applies) throw refuse(name, `is no field of the type ${item.type}`)
    await writeValue(client, actor, id, field, read.value)
  }
  const after = await all()
  await audit(client, actor, {
    action: 'update',
    resource: 'config_item_notes',
    id,
    name: item.name,
    before: { fields: before },
    after: { fields: after },
  })
  return after
}
