import { afterAll, expect, test } from 'vitest'
import { createShell } from '../testing/shell.ts'

const shell = createShell()
const { start: binnacle } = shell
afterAll(shell.end)

test('help, version and a command that does not exist', async () => {
  const help = binnacle(['--help'])
  expect(await help.ended).toBe(0)
  expect(help.output.stdout).toContain('Usage: binnacle')
  const version = binnacle(['--version'])
  await version.ended
  expect(version.output.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  const wrong = binnacle(['dance'])
  expect(await wrong.ended).toBe(2)
  expect(wrong.output.stderr).toContain('Usage: binnacle')
  expect(await binnacle(['--nonsense']).ended).toBe(2)
})

test.each([
  [['migrate', '--canaries', 'x'], {}, '--canaries goes with serve only.'],
  [['check', 'run', 'x', '--canaries', 'x'], {}, '--canaries goes with serve only.'],
  [
    ['--canaries', 'x'],
    { ROLE: 'api', DATABASE_URL: 'postgres://unused/unused', SECRET_KEY: 'x'.repeat(32) },
    '--canaries goes with ROLE=all and ROLE=worker only: with ROLE=api no files are read.',
  ],
])('files of canaries where none are read are refused: %j %j', async (args, environment, message) => {
  const run = binnacle(args, environment)
  expect(await run.ended).toBe(2)
  expect(run.output.stderr.trim()).toBe(message)
})
