import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  actionFamily,
  connectionFamily,
  logFamily,
  notifierFamily,
  scraperFamily,
} from '@binnacle/plugin-kit/families'
import { describeCheckFamily } from '@binnacle/plugin-kit/suite'
import { afterAll, expect, test } from 'vitest'
import { createCommandRunner } from '../apps/server/src/platform/commands/index.ts'
import { noFiles } from '../apps/server/src/testing/files.ts'

// A family apart from those of the product, as the suite of that one runs at the same time.
const plugins = fileURLToPath(new URL('../plugins/', import.meta.url))
const family = mkdtempSync(join(plugins, '.new-'))
const connections = mkdtempSync(join(plugins, '.new-'))
/** Families whose types make runs, each with its own place. */
const runnable = [scraperFamily, logFamily, notifierFamily, actionFamily].map((described) => ({
  described,
  kind: described.generator.kind,
  place: mkdtempSync(join(plugins, '.new-')),
}))
afterAll(() => {
  for (const folder of [family, connections, ...runnable.map(({ place }) => place)])
    rmSync(folder, { recursive: true, force: true })
})

const script = fileURLToPath(new URL('new.mjs', import.meta.url))
const makeIn = (folder: string, ...args: string[]) =>
  execFileSync(process.execPath, [script, ...args, '--family', `plugins/${basename(folder)}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const make = (...args: string[]) => makeIn(family, ...args)

make('check', 'greeting')
makeIn(connections, 'connection', 'pager_tower')
for (const { kind, place } of runnable) makeIn(place, kind, 'pager_tower')

test('a new check type is one folder with spec, run, targets and test', () => {
  expect(readdirSync(join(family, 'greeting')).toSorted()).toEqual([
    'greeting.test.ts',
    'run.ts',
    'spec.ts',
    'targets.ts',
  ])
})

test('a new connection type is one folder with spec and tests', () => {
  expect(readdirSync(join(connections, 'pager_tower')).toSorted()).toEqual([
    'pager_tower.test.ts',
    'spec.ts',
    'test.ts',
  ])
})

test.each(runnable)('a new $kind is one folder with spec, run, targets and test', ({ place }) => {
  expect(readdirSync(join(place, 'pager_tower')).toSorted()).toEqual([
    'pager_tower.test.ts',
    'run.ts',
    'spec.ts',
    'targets.ts',
  ])
})

// Each call starts Node twice.
test('a name that is taken or no name is refused', { timeout: 60_000 }, () => {
  expect(() => make('check', 'greeting')).toThrow(/There is a check named greeting already/)
  expect(() => make('check', 'Bad-Name')).toThrow(/is no name for a check/)
  for (const name of ['schedule', 'owner', 'spec'])
    expect(() => make('check', name)).toThrow(new RegExp(`"${name}" means something else besides a check`))
  expect(() => make('song', 'greeting')).toThrow(/Usage: npm run new KIND NAME/)
})

// … and they pass what every type of their families must pass.
await describeCheckFamily(pathToFileURL(`${family}/`), {
  commands: createCommandRunner(),
  files: noFiles,
})
await connectionFamily.suite(pathToFileURL(`${connections}/`), {
  commands: createCommandRunner(),
  files: noFiles,
})
for (const { described, place } of runnable)
  await described.suite(pathToFileURL(`${place}/`), { commands: createCommandRunner(), files: noFiles })
