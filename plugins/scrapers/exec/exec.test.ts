import { fail, succeed } from '@binnacle/contract/core'
import type { CommandResult } from '@binnacle/plugin-kit/core'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'

// What a script prints; that one runs is tested with the product's own commands.
function scrape(stdout: string, more: Partial<CommandResult> = {}) {
  const result: CommandResult = { exitCode: 0, signal: null, stdout, stderr: '', ...more }
  return scrapeForTest(scraper, run, { script: 'x' }, { commands: { run: async () => succeed(result) } })
}
const configs = async (stdout: string) =>
  (await scrape(stdout)).map((one) => (one.kind === 'item' ? one.config : one.kind))

test.each<[string, string, unknown[]]>([
  ['a list of JSON', '[{"id": 1}, {"id": 2}]', [{ id: 1 }, { id: 2 }]],
  ['an object', '{"id": 1}\n', [{ id: 1 }]],
  ['an empty list', '[]', []],
  ['a list of YAML', '- id: 1\n- id: 2\n', [{ id: 1 }, { id: 2 }]],
  ['documents of YAML', 'id: 1\n---\nid: 2\n', [{ id: 1 }, { id: 2 }]],
  ['a text', 'all is well\n', ['all is well\n']],
  ['lines that are no YAML', 'a: b: c\n\t- x', ['a: b: c\n\t- x']],
])('%s gives its items', async (_name, stdout, found) => {
  expect(await configs(stdout)).toEqual([...found, 'complete'])
})

test.each<[string, string, Partial<CommandResult>, RegExp]>([
  ['nothing', '  \n', {}, /printed nothing; print \[\]/],
  ['half of a list', '[{"id": 1}, {"id', {}, /^the output is not JSON: /],
  ['nesting without end', '['.repeat(5_000), {}, /more than 1000 levels/],
  [
    'aliases that multiply',
    `a: &a [1]\n${Array.from({ length: 2_001 }, (_, index) => `b${index}: *a`).join('\n')}`,
    {},
    /more than/,
  ],
  ['a failure', '[{"id": 1}]', { exitCode: 3, stderr: 'line\nbroken\n' }, /exit code 3, expected 0: broken$/],
  ['its own end', '', { exitCode: null, signal: 'SIGKILL' }, /ended by SIGKILL$/],
])('%s is a fault', async (_name, stdout, more, message) => {
  expect(await scrape(stdout, more)).toEqual([{ kind: 'fault', message: expect.stringMatching(message) }])
})

test('what the runner of commands refuses is a fault', async () => {
  const failure = { code: 'disabled', message: 'commands are off', stdout: '', stderr: '' } as const
  const commands = { run: async () => fail(failure) }
  expect(await scrapeForTest(scraper, run, { script: 'x' }, { commands })).toEqual([
    { kind: 'fault', message: 'commands are off' },
  ])
})
