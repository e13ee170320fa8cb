import { generate, PostgresDialect as Generator } from 'kysely-codegen'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

/** What is read may be anything until it is parsed. The driver would write an array as one of PostgreSQL, so a caller writes text. */
const JSON_TYPE = 'ColumnType<unknown, string, string>'

/** Columns of JSON that hold the same in every table. */
const known: Readonly<Record<string, string>> = {
  annotations: 'Record<string, string>',
  labels: 'Record<string, string>',
  tags: 'Record<string, string>',
  spec: 'Record<string, unknown>',
}

/** Says what columns of JSON hold whose names tell it. */
const withKnown = (text: string) =>
  text.replaceAll(/^  (\w+): .*$/gm, (line, name: string) =>
    line.replace(JSON_TYPE, `ColumnType<${known[name] ?? 'unknown'}, string, string>`),
  )

const typesFile = fileURLToPath(new URL('./tables.ts', import.meta.url))

test('the types of the tables are those of the catalog', async () => {
  const { tables } = await createTestDatabase()
  const text = await generate({
    db: tables,
    dialect: new Generator(),
    includePattern: 'core.*',
    outFile: null,
    // As the driver reads them: `types.setTypeParser` makes numbers of them.
    typeMapping: { int8: 'number', json: JSON_TYPE, jsonb: JSON_TYPE },
  })
  await expect(withKnown(text)).toMatchFileSnapshot(typesFile)
})
