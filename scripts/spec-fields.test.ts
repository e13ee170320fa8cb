// Every field of a spec is read: one that is only accepted promises something that the product does not do.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@binnacle/plugin-kit/core'
import { expect, test } from 'vitest'
import { inputJsonSchema } from '../packages/plugin-kit/src/core/schema-node.ts'
import { families } from './lib/families.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Names of the fields of a schema, with those of nested ones. */
function fieldsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(fieldsOf)
  if (!isRecord(node)) return []
  const { properties, ...rest } = node
  return [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...fieldsOf(Object.values(properties ?? {})),
    ...fieldsOf(Object.values(rest)),
  ]
}

/** The code of folders, without declarations of specs, tests and texts for people. */
const code = (folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (path) => /\.tsx?$/.test(path) && !/node_modules|\.test\.ts$|(?:^|\/)spec\.ts$|testing/.test(path),
        )
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    .join('\n')

const shared = code(['packages/plugin-kit/src', 'packages/clients/src', 'apps/server/src/modules'])

/** Fields of other clients whose help says that they have no effect. */
const withoutEffect = new Set(['organisation'])

// What uses a connection reads its fields as address, user and password, which its spec maps them to.
const read = families.filter(({ folder }) => folder !== 'plugins/connections')

test.each(read.map((family) => [family.folder, family] as const))(
  'every field of the types in %s is read',
  async (folder, family) => {
    const types = await family.load(new URL(`../${folder}/`, import.meta.url))
    const text = `${shared}\n${code([folder])}`
    const isRead = (name: string) =>
      new RegExp(`\\.${name}\\b|[{,(]\\s*${name}\\b\\s*[,:}=]|'${name}'`).test(text)
    const unread: string[] = []
    for (const [type, { definition }] of types)
      for (const name of new Set(fieldsOf(inputJsonSchema(definition.schema))))
        if (!withoutEffect.has(name) && !isRead(name)) unread.push(`${type}: ${name}`)
    expect(unread).toEqual([])
  },
)
