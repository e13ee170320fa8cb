import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandOptions, MOST_KEPT, MOST_OUTPUT } from '@binnacle/plugin-kit/core'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../testing/until.ts'
import { newId } from '../ids.ts'
import { createCommandRunner } from './index.ts'

const runner = createCommandRunner()
afterAll(() => runner.close())

function run(script: string, options: Partial<CommandOptions> = {}) {
  return runner.run({
    file: 'bash',
    arguments: ['-c', script],
    signal: timeLimit(30_000),
    maxOutputBytes: 100_000,
    ...options,
  })
}

/** Names the programs of this run of the tests: others may run the same tests on this machine. */
const nap = (number: number) => `sleep ${number}${process.pid}`

/** Milliseconds: far less than what was stopped would take, far more than a busy machine needs. */
const SOON = 20_000
vi.setConfig({ testTimeout: 60_000 })

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
  const name = `here-${newId()}`
  const result = await run(`env; pwd; ls; touch ${name}`, { environment: { OWN: 'seen' } })
  const stdout = result.ok ? result.value.stdout : ''
  expect(stdout).not.toContain('must not be seen')
  expect(stdout).toContain('OWN=seen')
  const folder = stdout.trim().split('\n').at(-1) ?? ''
  expect(stdout).toContain(`HOME=${folder}\n`)
  expect(existsSync(join(folder, name))).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'as root it starts commands as an ordinary user, unless they need rights',
  async () => {
    expect(await run('id -u')).toMatchObject({ value: { stdout: expect.stringMatching(/^18791\d{5}\n$/) } })
    expect(await run('id -u', { privileged: true })).toMatchObject({ value: { stdout: '0\n' } })
  },
)

test('its variables are its own: they decide nothing about how it is started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-evil-'))
  await chmod(folder, 0o777)
  for (const program of ['setpriv', 'unshare', 'sh'])
    await writeFile(join(folder, program), `#!/bin/bash\ntouch ${folder}/was-run\n`, { mode: 0o755 })
  const PATH = `${folder}:${process.env['PATH'] ?? ''}`
  const result = await run('echo "$PATH|$name|$BINNACLE_RUN"; env | grep -c GIVEN', {
    environment: { PATH, name: 'two\nlines', BINNACLE_RUN: 'forged' },
  })
  const [path, name, mark = ''] = result.ok ? result.value.stdout.split('|') : []
  expect([path, name]).toEqual([PATH, 'two\nlines'])
  expect(mark).toMatch(/^[0-9a-f-]{36}\n0\n$/)
  expect(existsSync(join(folder, 'was-run'))).toBe(false)
  await rm(folder, { recursive: true })
})

test.runIf(process.getuid?.() === 0)(
  'as root, one that takes the place of its script and hides is ended too',
  async () => {
    const result = await run(`exec env -i setsid ${nap(4)}`, { signal: timeLimit(300) })
    expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
    await until(() => processesWith(nap(4)) === 0)
  },
)

test.runIf(process.getuid?.() === 0)('as root, it ends with the product when that is killed', async () => {
  const module = new URL('index.ts', import.meta.url).href
  // What is killed leaves its scratch folder behind.
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-killed-'))
  await chmod(folder, 0o755)
  const script = `const { createCommandRunner } = await import(${JSON.stringify(module)})
    const signal = new AbortController().signal
    await createCommandRunner().run({ file: 'bash', arguments: ['-c', 'exec ${nap(5)}'], signal, maxOutputBytes: 10 })`
  const product = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => {
    product.kill('SIGKILL')
  })
  await until(() => processesWith(nap(5)) > 0)
  product.kill('SIGKILL')
  expect(await once(product, 'exit')).toEqual([null, 'SIGKILL'])
  await until(() => processesWith(nap(5)) === 0)
  await rm(folder, { recursive: true })
})

test('one that never ends is stopped with everything it started, also what left its group', async () => {
  const started = performance.now()
  const result = await run(`${nap(1)} & setsid ${nap(1)} & ${nap(1)}`, { signal: timeLimit(300) })
  expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
  expect(performance.now() - started).toBeLessThan(SOON)
  expect(processesWith(nap(1))).toBe(0)
})

test('what it leaves behind is ended, and does not hold it up', async () => {
  const started = performance.now()
  expect(await run(`${nap(2)} & echo done`)).toMatchObject({
    ok: true,
    value: { exitCode: 0, stdout: 'done\n' },
  })
  expect(performance.now() - started).toBeLessThan(SOON)
  expect(processesWith(nap(2))).toBe(0)
})

test('one that prints without end is stopped soon, with what it printed first', async () => {
  const started = performance.now()
  const result = await run('yes flood')
  expect(result).toMatchObject({ ok: false, failure: { code: 'flood' } })
  expect(result.ok ? '' : result.failure.stdout.slice(0, 12)).toBe('flood\nflood\n')
  expect(performance.now() - started).toBeLessThan(SOON)
})

test('one that forks without end runs into its limit, and all of it is ended', async () => {
  const result = await run(`bomb() { bomb | bomb & }; bomb; ${nap(3)}`, { signal: timeLimit(500) })
  expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
  expect(processesWith(nap(3))).toBe(0)
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

const small = { paths: ['a'], maxFiles: 1, maxFileBytes: 1, maxTotalBytes: 1 }
test.each<[string, Partial<CommandOptions>]>([
  ['bytes of output', { maxOutputBytes: MOST_OUTPUT + 1 }],
  [
    'patterns of files',
    { keep: { ...small, paths: Array.from({ length: MOST_KEPT.patterns + 1 }, () => 'a') } },
  ],
  ['files', { keep: { ...small, maxFiles: MOST_KEPT.files + 1 } }],
  ['bytes, 1 in all', { keep: { ...small, maxFileBytes: MOST_KEPT.fileBytes + 1 } }],
  ['in all', { keep: { ...small, maxTotalBytes: MOST_KEPT.bytes + 1 } }],
])('one that asks for too many %s is refused', async (words, options) => {
  expect(await run('true', options)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(new RegExp(`^no command may ask for .*${words}$`)) },
  })
})

test('switched off, scripts do not run', async () => {
  const off = createCommandRunner({ execChecks: 'off' })
  const result = await off.run({
    file: 'bash',
    arguments: ['-c', 'true'],
    signal: timeLimit(1_000),
    maxOutputBytes: 10,
  })
  expect(result).toMatchObject({ ok: false, failure: { code: 'disabled' } })
})
