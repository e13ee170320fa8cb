import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const server = join(here, '..')

const tables = [
  ...readFileSync(join(here, 'platform/database/tables.ts'), 'utf8').matchAll(/^ {2}"(core\.\w+)":/gm),
].map(([, name = '']) => name)

const isTest = (path: string) => /\.test\.ts$|(?:^|\/)testing(?:\/|\.ts$|-)/.test(path)

/** Code that writes, and the bodies of functions in migrations, which triggers call. */
function statements(): string {
  const code = globSync('**/*.ts', { cwd: here })
    .filter((path) => !isTest(path) && !path.endsWith('database/tables.ts'))
    .map((path) => readFileSync(join(here, path), 'utf8'))
  const functions = globSync('**/*.sql', { cwd: server })
    .filter((path) => !path.includes('node_modules'))
    .flatMap((path) =>
      readFileSync(join(server, path), 'utf8')
        .split('$$')
        .filter((_, index) => index % 2 === 1),
    )
  return [...code, ...functions].join('\n')
}

/** Tables that nothing of it writes, and who does. */
const elsewhere: Readonly<Record<string, string>> = {
  'core.agents': 'a migration adds this installation, which is the only agent',
  'core.migrations_lock': 'the migrations themselves',
  'core.saved_query': 'the data service, through the view of the same name',
}

test('every table has a writer outside of tests', () => {
  expect(tables.length).toBeGreaterThan(50)
  const text = statements()
  const written = (table: string) =>
    new RegExp(
      `(?:insert into|update|merge into)\\s+(?:only\\s+)?${table.replace('.', '\\.')}\\b|` +
        `(?:insertInto|updateTable|mergeInto|table:|insertTexts\\(\\s*client,)\\s*\\(?\\s*['"]${table.replace('.', '\\.')}\\b`,
    ).test(text)
  expect(tables.filter((table) => !written(table))).toEqual(Object.keys(elsewhere))
})
