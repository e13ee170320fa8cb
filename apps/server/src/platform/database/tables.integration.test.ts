import { generate, PostgresDialect as Generator } from 'kysely-codegen'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

const typesFile = fileURLToPath(new URL('./tables.ts', import.meta.url))

test('the types of the tables are those of the catalog', async () => {
  const { tables } = await createTestDatabase()
  const text = await generate({
    db: tables,
    dialect: new Generator(),
    includePattern: 'core.*',
    outFile: null,
    // As the driver reads them: `types.setTypeParser` makes numbers of them, and JSON is anything until it is parsed.
    typeMapping: { int8: 'number', json: 'unknown', jsonb: 'unknown' },
  })
  await expect(text).toMatchFileSnapshot(typesFile)
})
