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
  /(?:\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?|\b(?:insertInto|updateTable|deleteFrom|mergeInto|table:)\s*\(?\s*['"])core\.(\w+)/gi

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
test('x', () => {
  const show = (w: boolean) => [...new Set(uses.filter((u) => u.isWrite === w && (w || owners.get(u.table) !== 'platform')).map((u) => `${owners.get(u.table)}.${u.table} <- ${u.area}${w ? ' '+u.path:''}`))].toSorted().join('\n')
  console.log(show(true)); console.log(show(false))
  expect(owners.size).toBeGreaterThan(90)
})
