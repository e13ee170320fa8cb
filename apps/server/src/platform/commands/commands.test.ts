import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { CommandOptions } from '@binnacle/plugin-kit'
import { expect, test } from 'vitest'
import { createCommandRunner } from './index.ts'

const runner = createCommandRunner(true)

function run(script: string, options: Partial<CommandOptions> = {}) {
  return runner.run({
    file: 'bash',
    arguments: ['-c', script],
    signal: timeLimit(5_000),
    maxOutputBytes: 100_000,
    ...options,
  })
}

function timeLimit(milliseconds: number): AbortSignal {
  return AbortSignal.timeout(milliseconds)
}

/** How many processes on this machine have a text on their command line. */
function processesWith(text: string): number {
  const listed = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return listed.split('\n').filter((line) => line.includes(text)).length
}

test('a command gives its output and its exit code', async () => {
  expect(await run('echo out; echo err >&2; exit 7')).toEqual({
    ok: true,
    value: { exitCode: 7, signal: null, stdout: 'out\n', stderr: 'err\n' },
  })
})

test('it sees few variables of the product, its own folder, and that folder is gone afterwards', async () => {
  process.env['BINNACLE_TEST_VARIABLE'] = 'must not be seen'
  const result = await run('env; pwd; touch here', { environment: { OWN: 'seen' } })
  const stdout = result.ok ? result.value.stdout : ''
  expect(stdout).not.toContain('must not be seen')
  expect(stdout).toContain('OWN=seen')
  const folder = stdout.trim().split('\n').at(-1) ?? ''
  expect(folder).toContain('binnacle-command-')
  expect(existsSync(folder)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'as root it starts commands as an ordinary user, unless they need rights',
  async () => {
    expect(await run('id -u')).toMatchObject({ value: { stdout: '65534\n' } })
    expect(await run('id -u', { privileged: true })).toMatchObject({ value: { stdout: '0\n' } })
  },
)

test('one that never ends is stopped with everything it started, also what left its group', async () => {
  const started = performance.now()
  const result = await run('sleep 4711 & setsid sleep 4711 & sleep 4711', { signal: timeLimit(300) })
  expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
  expect(performance.now() - started).toBeLessThan(1_500)
  expect(processesWith('sleep 4711')).toBe(0)
})

test('what it leaves behind is ended, and does not hold it up', async () => {
  const started = performance.now()
  expect(await run('sleep 4712 & echo done')).toMatchObject({
    ok: true,
    value: { exitCode: 0, stdout: 'done\n' },
  })
  expect(performance.now() - started).toBeLessThan(1_500)
  expect(processesWith('sleep 4712')).toBe(0)
})

test('one that prints without end is stopped soon, with what it printed first', async () => {
  const started = performance.now()
  const result = await run('yes flood')
  expect(result).toMatchObject({ ok: false, failure: { code: 'flood' } })
  expect(result.ok ? '' : result.failure.stdout.slice(0, 12)).toBe('flood\nflood\n')
  expect(performance.now() - started).toBeLessThan(1_500)
})

test('one that forks without end runs into its limit, and all of it is ended', async () => {
  const result = await run('bomb() { bomb | bomb & }; bomb; sleep 4713', { signal: timeLimit(500) })
  expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
  expect(processesWith('sleep 4713')).toBe(0)
  // The machine still starts processes.
  expect(await run('echo alive')).toMatchObject({ value: { stdout: 'alive\n' } })
})

test('a program that is not there is named', async () => {
  const result = await runner.run({
    file: 'no-such-program',
    arguments: [],
    signal: timeLimit(1_000),
    maxOutputBytes: 10,
    privileged: true,
  })
  expect(result).toMatchObject({
    ok: false,
    failure: { code: 'missing', message: 'no-such-program is missing on this machine' },
  })
})

test('switched off, scripts do not run', async () => {
  const off = createCommandRunner(false)
  const result = await off.run({
    file: 'bash',
    arguments: ['-c', 'true'],
    signal: timeLimit(1_000),
    maxOutputBytes: 10,
  })
  expect(result).toMatchObject({ ok: false, failure: { code: 'disabled' } })
})
