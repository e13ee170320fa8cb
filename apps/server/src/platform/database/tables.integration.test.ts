import { generate, PostgresDialect as Generator } from 'kysely-codegen'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

/** What is read may be anything until it is parsed. The driver would write an array as one of PostgreSQL, so a caller writes text. */
const JSON_TYPE = 'ColumnType<unknown, string, string>'
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
  await expect(text).toMatchFileSnapshot(typesFile)
})
