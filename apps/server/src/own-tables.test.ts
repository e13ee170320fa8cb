import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const read = (path: string) => readFileSync(join(here, path), 'utf8')
const isTest = (path: string) => /\.test\.ts$|(?:^|\/)testing(?:\/|\.ts$|-)/.test(path)
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[^]*?\*\//g, ' ').replaceAll(/(?<=^|\s)(?:\/\/|--).*/g, ' ')

/** The module that a file belongs to; the platform is one, as its parts know each other. */
const areaOf = (path: string) => /^modules\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0] ?? path

/** Tables by the area whose migration creates them. */
const owners = new Map(
  globSync('{modules,platform}/*/migrations/*.sql', { cwd: here }).flatMap((path) =>
    [...read(path).matchAll(/^create (?:unlogged )?table core\.(\w+)(?! partition of)\b/gm)].map(
      ([, name = '']) => [name, areaOf(path)] as const,
    ),
  ),
)

interface Use {
  area: string
  table: string
  path: string
  isWrite: boolean
}

const names = /\bcore\.(\w+)/g
const written =
  /(?:\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"])core\.(\w+)/gi

/** Tables of other areas that a text names. */
function usesOf(path: string, text: string): Use[] {
  const area = areaOf(path)
  const uses = (pattern: RegExp, isWrite: boolean) =>
    [...text.matchAll(pattern)].flatMap(([, table = '']): Use[] => {
      const owner = owners.get(table)
      return owner === undefined || owner === area ? [] : [{ area, table, path, isWrite }]
    })
  return [...uses(written, true), ...uses(names, false)]
}

const code = globSync('{modules,platform}/**/*.ts', { cwd: here })
  .filter((path) => !isTest(path) && !path.endsWith('database/tables.ts'))
  .map((path) => [path, withoutComments(read(path))] as const)
const views = globSync('{modules,platform}/*/views/*.sql', { cwd: here }).map(
  (path) => [path, withoutComments(read(path))] as const,
)
/** Bodies of functions; what else migrations name are foreign keys. */
const functions = globSync('{modules,platform}/*/migrations/*.sql', { cwd: here }).map((path) => {
  const bodies = read(path)
    .split('$$')
    .filter((_, index) => index % 2 === 1)
  return [path, withoutComments(bodies.join('\n'))] as const
})
const uses = [...code, ...views, ...functions].flatMap(([path, text]) => usesOf(path, text))
const unique = (lines: readonly string[]) => [...new Set(lines)].toSorted()

/** Writes to tables of another area, and why that area lets it. */
const sharedWrites: Readonly<Record<string, string>> = {
  'modules/identity core.people': 'accounts are made by invitations, and note when somebody signed in',
  'modules/identity core.people_roles': 'an account begins with the role of its invitation',
  'modules/identity core.properties': 'roles that need a second factor are set with the checks of identity',
  'modules/on-call core.settings': 'values of the installation, each written by the one that names it',
}

/** Tables that the platform or a module lets others read: all of the platform, which is below every module. */
const readable = new Map(
  globSync('modules/*/index.ts', { cwd: here }).map((path) => {
    const list = /^export const readableTables = \[([^\]]*)\] as const$/m.exec(read(path))?.[1] ?? ''
    return [areaOf(path), [...list.matchAll(/'core\.(\w+)'/g)].map(([, name = '']) => name)] as const
  }),
)

test('every area writes its own tables only, beside a few that say why', () => {
  expect(owners.size).toBeGreaterThan(90)
  const writes = uses.filter(({ isWrite }) => isWrite)
  const odd = writes.filter(({ area, table }) => !Object.hasOwn(sharedWrites, `${area} core.${table}`))
  expect(
    unique(odd.map(({ path, table }) => `${path} writes core.${table} of ${owners.get(table)}`)),
  ).toEqual([])
  expect(unique(writes.map(({ area, table }) => `${area} core.${table}`))).toEqual(
    Object.keys(sharedWrites).toSorted(),
  )
})

test('every module reads, beside its own tables and those of the platform, what others let it read', () => {
  const odd = uses.filter(({ table }) => {
    const owner = owners.get(table) ?? ''
    return owner !== 'platform' && !readable.get(owner)?.includes(table)
  })
  expect(unique(odd.map(({ path, table }) => `${path} reads core.${table} of ${owners.get(table)}`))).toEqual(
    [],
  )
})

test('what a module lets others read is its own, and is read', () => {
  const listed = [...readable].flatMap(([area, tables]) => tables.map((table) => ({ area, table })))
  expect(listed.filter(({ area, table }) => owners.get(table) !== area)).toEqual([])
  expect(listed.filter(({ table }) => !uses.some((use) => use.table === table))).toEqual([])
})

test('a foreign table is found in SQL and in calls of the query builder, and not in comments', () => {
  const found = (text: string) =>
    usesOf('modules/search/x.ts', withoutComments(text)).map(
      ({ table, isWrite }) => `${table}${isWrite ? ' written' : ''}`,
    )
  expect(found("sql`update core.checks set name = 'x'`")).toEqual(['checks written', 'checks'])
  expect(found("tables\n.insertInto(\n'core.people')")).toEqual(['people written', 'people'])
  expect(found('select from core.saved_views join core.teams')).toEqual(['teams'])
  expect(found('// core.checks\n/** core.checks */ -- core.checks\n')).toEqual([])
})
