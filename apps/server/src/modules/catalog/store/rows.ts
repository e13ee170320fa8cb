import type { ClientBase } from 'pg'
import sql, { raw } from 'sql-template-tag'

/** Characters of one statement. PostgreSQL refuses values of 256 MB. */
const MOST_CHARACTERS = 16 * 2 ** 20

/** A row as JSON, with a part that is JSON already. */
export function rowText(row: object, raw?: { field: string; text: string }): string {
  const text = JSON.stringify(row)
  return raw === undefined ? text : `${text.slice(0, -1)},${JSON.stringify(raw.field)}:${raw.text}}`
}

/** Adds rows to a table of the same column names. Fields that are left out are null. */
export async function insertTexts(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const [into, list] = [raw(table), raw(columns.join(', '))]
  const insert = (rows: readonly string[]) =>
    client.query(sql`
      insert into ${into} (${list})
      select ${list} from jsonb_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::jsonb)`)
  let [begun, size] = [0, 0]
  for (const [place, text] of texts.entries()) {
    if (size > 0 && size + text.length > MOST_CHARACTERS) {
      await insert(texts.slice(begun, place))
      begun = place
      size = 0
    }
    size += text.length
  }
  if (begun < texts.length) await insert(texts.slice(begun))
}

/** Bytes as PostgreSQL reads them from a text. */
export function bytes(buffer: Uint8Array): string {
  return `\\x${Buffer.from(buffer).toString('hex')}`
}

/** Runs work for pages of a list. */
export async function inPages<Value>(
  values: readonly Value[],
  size: number,
  work: (page: readonly Value[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < values.length; start += size) await work(values.slice(start, start + size))
}
