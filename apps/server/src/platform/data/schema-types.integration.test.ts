import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDataService, describeTypes } from '@binnacle/data-api'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

const projectFile = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
const typesFile = projectFile('packages/contract/src/schema/data-schema.ts')
const CLIENT = 'requests/data.ts'

/** The text of every file of the web application that asks the data service. */
function clientSources(): string[] {
  const folder = projectFile('apps/web/src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|stories)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.includes(CLIENT))
}

/** The relations that requests of the typed client name, and what the requests of a file embed. */
function namesIn(text: string): { asked: string[]; embedded: string[] } {
  return {
    asked: [...text.matchAll(/\bdata\s*\.from\(\s*'(\w+)'/g)].flatMap(([, name]) => name ?? []),
    embedded: [...text.matchAll(/[',:](\w+)(?:!\w+)?\([\w,*]+\)[',]/g)].flatMap(([, name]) => name ?? []),
  }
}

/** The relations of the lists that the contract and the web application describe. */
function listedRelations(): string[] {
  return ['packages/contract/src', 'apps/web/src'].flatMap((folder) =>
    readdirSync(projectFile(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(projectFile(folder), file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^(?:export )?const \w+ = defineViewList\(\s*'(\w+)'/gm)])
      .flatMap(([, name]) => name ?? []),
  )
}

test('the types are those of the relations that the web application asks for (npm run generate renews them)', async () => {
  const { connection } = await createTestDatabase()
  const service = createDataService<undefined>({ connection, connections: 1, schemas: ['api'] })
  await service.reload()
  const catalog = service.catalog()
  await service.close()

  const relations = new Map(
    [...catalog.relations.values()]
      .filter(({ schema }) => schema === 'api')
      .map((relation) => [relation.name, relation]),
  )
  const used = new Set(listedRelations())
  for (const { asked, embedded } of clientSources().map(namesIn))
    for (const name of asked) {
      used.add(name)
      const relation = relations.get(name)
      if (relation === undefined) continue
      // What is embedded has the name of the other relation, or of the column that refers to it.
      for (const { columns, target, fromOrigin } of catalog.relationships.get(relation) ?? [])
        if (
          embedded.includes(target.name) ||
          (fromOrigin && columns.some(([column]) => embedded.includes(column)))
        )
          used.add(target.name)
    }
  expect([...used].filter((name) => !relations.has(name))).toEqual([])
  const text = describeTypes(catalog, 'api', 'DataSchema', (name) => used.has(name))
  await expect(text).toMatchFileSnapshot(typesFile)
})
