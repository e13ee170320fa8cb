import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describeCheckFamily } from '@binnacle/plugin-kit/suite'
import { afterAll, expect, test } from 'vitest'
import { createCommandRunner } from '../apps/server/src/platform/commands/index.ts'
import { noFiles } from '../apps/server/src/testing/files.ts'

// A family of its own beside that of the product, as the suite of that one runs at the same time.
const plugins = fileURLToPath(new URL('../plugins/', import.meta.url))
const family = mkdtempSync(join(plugins, '.new-'))
afterAll(() => rmSync(family, { recursive: true, force: true }))

const script = fileURLToPath(new URL('new.mjs', import.meta.url))
const make = (...args: string[]) =>
  execFileSync(process.execPath, [script, ...args, '--family', `plugins/${basename(family)}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

make('check', 'greeting')

test('a new check type is one folder with spec, run, targets and test', () => {
  expect(readdirSync(join(family, 'greeting')).toSorted()).toEqual([
    'greeting.test.ts',
    'run.ts',
    'spec.ts',
    'targets.ts',
  ])
})

test('a name that is taken or no name is refused', () => {
  expect(() => make('check', 'greeting')).toThrow(/There is a check named greeting already/)
  expect(() => make('check', 'Bad-Name')).toThrow(/is no name for a check/)
  for (const name of ['schedule', 'owner', 'spec'])
    expect(() => make('check', name)).toThrow(new RegExp(`"${name}" means something else beside a check`))
  expect(() => make('song', 'greeting')).toThrow(/Usage: npm run new KIND NAME/)
})

// … and it passes what every check type must pass.
await describeCheckFamily(pathToFileURL(`${family}/`), {
  commands: createCommandRunner(),
  files: noFiles,
})
