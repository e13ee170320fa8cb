import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startHttpServer } from '@binnacle/plugin-kit/servers'
import { afterAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../testing/app.ts'
import { isAlive, productBelow } from '../testing/process-family.ts'
import { createShell } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

const account = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'correct horse battery' }

/** Throws outside of every promise, as a driver does in a callback of its socket, or leaves a promise alone. */
const defect = `process.on('SIGUSR2', () => {
  if (Math.random() < 0.5) setImmediate(() => { throw new Error('thrown in a callback') })
  else void Promise.reject(new Error('rejected alone'))
})`

async function checksOf(url: string): Promise<string> {
  const file = join(await folder(), 'checks.yaml')
  const checks = Array.from({ length: 20 }, (_, number) => `  - { name: check ${number}, url: "${url}" }`)
  const text = `metadata: { name: busy }\nspec:\n schedule: "@every 1s"\n http:\n${checks.join('\n')}\n`
  await writeFile(file, text, { mode: 0o644 })
  return file
}

async function serve(environment: Readonly<Record<string, string>>, checks: string) {
  const port = String(await freePort())
  const hook = join(await folder(), 'defect.mjs')
  await writeFile(hook, defect, { mode: 0o644 })
  const run = binnacle(['serve', '--canaries', checks], {
    PORT: port,
    DATA_DIR: await folder(),
    WATCH_SELF: 'off',
    NODE_OPTIONS: `--import ${hook}`,
    ...account,
    ...environment,
  })
  await until(() => run.output.stdout.includes('ready') || run.child.exitCode !== null, 90_000)
  if (run.child.exitCode !== null) throw new Error(run.output.stderr)
  return { ...run, url: `http://127.0.0.1:${port}`, pid: run.child.pid ?? 0 }
}

// Started by root, the first has a starter above it, the second a shell; started by another user, both have a shell.
describe.skipIf(process.platform !== 'linux').each([
  ['that runs scripts', { EXEC_CHECKS: 'on' }],
  ['that runs no scripts', { EXEC_CHECKS: 'off' }],
])('a product %s', (_what, environment) => {
  test(
    'is started again when it is killed or a library throws, with all that it accepted and no lease of the dead',
    { timeout: 300_000 },
    async () => {
      const target = await startHttpServer()
      const run = await serve(environment, await checksOf(`http://127.0.0.1:${target.port}/slow`))
      const accepted: string[] = []
      const browser = createBrowser(run.url)
      await browser.signIn({ email: account.ADMIN_EMAIL, password: account.ADMIN_PASSWORD })
      for (const [round, signal] of (['SIGKILL', 'SIGUSR2', 'SIGUSR2', 'SIGKILL'] as const).entries()) {
        const product = await until(() => productBelow(run.pid), 30_000)
        const write = async (name: string) => {
          const { status } = await browser.send('POST', '/api/db/teams', { body: { name } })
          if (status === 201) accepted.push(name)
        }
        await write(`first ${round}`)
        const writing = (async () => {
          for (let team = 0; team < 50; team += 1) await write(`team ${round}-${team}`)
        })().catch(() => undefined)
        await sleep(Math.random() * 100)
        process.kill(product, signal)
        const killed = performance.now()
        await until(() => !isAlive(product), 30_000)
        await until(() => productBelow(run.pid), 30_000)
        const started = performance.now() - killed
        await writing
        await until(
          async () => (await fetch(`${run.url}/readyz`).catch(() => undefined))?.status === 200,
          90_000,
        )
        // 20 to 100 ms on a machine with nothing else to do.
        expect(started).toBeLessThan(10_000)
        expect(run.child.exitCode).toBeNull()
      }
      const { body } = await browser.send('GET', '/api/db/teams?select=name&limit=1000')
      const names = new Set(body.map((team: { name: string }) => team.name))
      expect(accepted.length).toBeGreaterThan(3)
      expect(accepted.filter((name) => !names.has(name))).toEqual([])
      // Each check runs again: none waits for the lease of a process that is gone.
      const begun = Date.now()
      await until(async () => {
        const { checks_summary: checks } = (await browser.send('GET', '/api/canary/api/summary')).body
        return checks.every((check: { last_runtime: string }) => Date.parse(check.last_runtime) > begun)
      }, 60_000)
      expect(run.output.stderr).toContain('is started again')
      run.child.kill('SIGTERM')
      expect(await run.ended).toBe(0)
      await target.stop()
    },
  )
})

test('one that cannot start is not started again', { timeout: 60_000 }, async () => {
  const port = await startHttpServer()
  const run = binnacle(['serve'], { PORT: String(port.port), HOST: '127.0.0.1', DATA_DIR: await folder() })
  expect(await run.ended).toBe(1)
  expect(run.output.stderr).toContain('is taken by another program')
  expect(run.output.stderr).not.toContain('started again')
  await port.stop()
})
