import { glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { orderViews, readMigrationFiles } from './migration-files.ts'
import { statementsOf } from './script.ts'

const server = fileURLToPath(new URL('../../../', import.meta.url))

async function reading(...paths: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), 'select 1;')
  }
  const { migrations, views } = await readMigrationFiles(folder)
  return { migrations: migrations.map(({ name }) => name), views: views.map(({ path }) => path) }
}

test('every SQL file of the server is found: as a migration, or as views', async () => {
  const { migrations, views } = await readMigrationFiles()
  const found = [...migrations, ...views].map(({ path }) => path)
  const there: string[] = []
  for await (const path of glob('src/**/*.sql', { cwd: server })) there.push(path.replaceAll('\\', '/'))
  expect(found.toSorted()).toEqual(there.toSorted())
})

test('a migration that takes something from older releases says so', async () => {
  const takes =
    /\b(?:drop\s+(?:table|column|type|view)|rename|set\s+not\s+null|alter\s+column\s+\S+\s+(?:set\s+data\s+)?type|truncate)\b/i
  const { migrations } = await readMigrationFiles()
  const silent = migrations.filter(
    ({ name, text, oneWay }) => !name.endsWith('-baseline') && oneWay === undefined && takes.test(text),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('the baselines come first, one for each folder of migrations', async () => {
  const { migrations } = await readMigrationFiles()
  const isBaseline = ({ name }: { name: string }) => name.endsWith('-baseline')
  const baselines = migrations.filter(isBaseline)
  expect(migrations.slice(0, baselines.length)).toEqual(baselines)
  expect(new Set(baselines.map(({ path }) => dirname(path))).size).toBe(baselines.length)
})

test('migrations come by date, and views by name, whatever their folders', async () => {
  expect(
    await reading(
      'src/modules/a/migrations/20261201T0000-late.sql',
      'src/platform/z/migrations/20261101T0000-early.sql',
      'src/modules/a/views/b.sql',
      'src/platform/z/views/a.sql',
    ),
  ).toEqual({
    migrations: ['20261101T0000-early', '20261201T0000-late'],
    views: ['src/platform/z/views/a.sql', 'src/modules/a/views/b.sql'],
  })
})

test('a wrong name is an error with the name, and a name of two files one with both files', async () => {
  for (const name of ['20261301T0000-a', '20261201T2500-a', '20261201-a', '20261201T0000-A', 'a'])
    await expect(reading(`src/modules/a/migrations/${name}.sql`)).rejects.toThrow(
      `${name}.sql: its name must`,
    )
  await expect(
    reading('src/modules/a/migrations/20261201T0000-a.sql', 'src/modules/b/migrations/20261201T0000-a.sql'),
  ).rejects.toThrow(
    new StartFailure(
      'src/modules/a/migrations/20261201T0000-a.sql and src/modules/b/migrations/20261201T0000-a.sql have the same name. Rename one of them.',
    ),
  )
})

test('a script is cut at the ends of its statements only', () => {
  const script = `-- first; one
select ';', E'\\';', "a;b" /* ; /* ; */ */;
create function f() returns text language sql as $body$ select '$$;'; $body$;

;
  do $$ begin perform 1; end $$`
  expect(statementsOf(script)).toEqual([
    { text: `select ';', E'\\';', "a;b" /* ; /* ; */ */`, line: 2 },
    { text: `create function f() returns text language sql as $body$ select '$$;'; $body$`, line: 3 },
    { text: 'do $$ begin perform 1; end $$', line: 6 },
  ])
})

const file = (name: string, ...needed: string[]) => ({
  path: `src/modules/x/views/${name}.sql`,
  text: `${needed.length === 0 ? '' : `-- After: ${needed.join(', ')}\n`}select 1;`,
})
const namesOf = (files: readonly { path: string }[]) => files.map(({ path }) => path.split('/').at(-1))

test('views come after those that they need, and by name otherwise', () => {
  const files = [file('a', 'c', 'd'), file('b'), file('c', 'd'), file('d')]
  expect(namesOf(orderViews(files))).toEqual(['d.sql', 'c.sql', 'a.sql', 'b.sql'])
})

test('views that need what does not exist, or each other, are an error that names them', () => {
  expect(() => orderViews([file('a', 'z')])).toThrow('a.sql: there are no views named z.')
  expect(() => orderViews([file('a', 'b'), file('b', 'a')])).toThrow(/a\.sql needs .*b\.sql needs .*a\.sql/)
})

test('no views of the server need others that they do not name', async () => {
  const { views } = await readMigrationFiles()
  const made = new Map(
    views.flatMap(({ path, text }) =>
      [...text.matchAll(/create (?:or replace )?(?:view|function|type) ((?:api|derived)\.\w+)/gi)].map(
        ([, name = '']) => [name, path] as const,
      ),
    ),
  )
  const needs = new Map(
    views.map(({ path, text }) => [
      path,
      new Set(
        [...text.replaceAll(/--.*/g, '').matchAll(/\b(?:api|derived)\.\w+/g)].flatMap(([name]) => {
          const other = made.get(name)
          return other === undefined || other === path ? [] : [other]
        }),
      ),
    ]),
  )
  const places = new Map(views.map(({ path }, index) => [path, index]))
  const reversed = orderViews(views.toReversed())
  const reversedPlaces = new Map(reversed.map(({ path }, index) => [path, index]))
  // What is used must come first in every order that the names allow.
  const wrong = [...needs].flatMap(([path, others]) =>
    [...others].filter(
      (other) =>
        (places.get(other) ?? 0) > (places.get(path) ?? 0) ||
        (reversedPlaces.get(other) ?? 0) > (reversedPlaces.get(path) ?? 0),
    ),
  )
  expect(wrong).toEqual([])
})
