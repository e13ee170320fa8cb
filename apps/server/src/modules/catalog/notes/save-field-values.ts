import { type FieldValue, readFieldValue } from '@binnacle/contract/catalog'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { FieldTables } from './stored.ts'

const findFields = (client: ClientBase, names: readonly string[], type: string) =>
  tablesOn<FieldTables>(client)
    .selectFrom('core.config_fields')
    .select([
      'id',
      'name',
      'kind',
      'choices',
      fragment<boolean>`derived.is_of_types(${type}, types)`.as('applies'),
    ])
    .where('name', '=', anyOf(names))
    .forKeyShare()
    .execute()

type Field = Awaited<ReturnType<typeof findFields>>[number]

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
  const tables = tablesOn(client)
  const text = String(value)
  if (kind === 'person') {
    const person = await tables
      .selectFrom('core.people')
      .select('id')
      .where('id', '=', text)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (person === undefined) throw refuse(name, 'names nobody')
  }
  const of = (...kinds: Field['kind'][]) => (kinds.includes(kind) ? text : null)
  const written = {
    text: of('text', 'choice', 'link'),
    number: kind === 'number' ? Number(value) : null,
    day: kind === 'date' ? fragment<Date>`${text}::date::timestamp at time zone 'UTC'` : null,
    person_id: of('person'),
    updated_by: actor.personId,
  }
  await tables
    .insertInto('core.config_field_values')
    .values({ config_id: item, field_id: id, ...written })
    .onConflict((conflict) => conflict.columns(['config_id', 'field_id']).doUpdateSet(written))
    .execute()
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
  const item = await tablesOn(client)
    .selectFrom('core.config_items')
    .select(['name', 'type'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (item === undefined) throw new RequestError('ENOTFOUND', 'There is no catalog item with this id')
  const names = Object.keys(values)
  const stored = await findFields(client, names, item.type)
  const fields = new Map(stored.map((field) => [field.name, field]))
  const all = async () => {
    const { rows } = await client.query<{ fields: Record<string, string | number> }>(
      sql`select derived.field_values(${id}) as fields`,
    )
    return rows[0]?.fields ?? {}
  }
  const before = await all()
  for (const name of names.toSorted()) {
    const field = fields.get(name)
    if (field === undefined) throw refuse(name, 'is no field')
    const read = readFieldValue(field, values[name] ?? null)
    if (!read.ok) throw refuse(name, read.failure)
    if (read.value === null) {
      await tablesOn(client)
        .deleteFrom('core.config_field_values')
        .where('config_id', '=', id)
        .where('field_id', '=', field.id)
        .execute()
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
