import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startHttpServer } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createBrowser } from '../testing/app.ts'
import { createShell, type ProgramRun } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

/** Starts the product and waits until it is ready. */
async function serve(environment: Record<string, string>): Promise<ProgramRun & { url: string }> {
  const port = environment['PORT'] ?? String(await freePort())
  const run = binnacle(['serve'], { PORT: port, WATCH_SELF: 'off', ...environment })
  await until(() => run.output.stdout.includes('ready') || run.child.exitCode !== null, 90_000)
  return { ...run, url: `http://127.0.0.1:${port}` }
}

// A start and a stop take seconds each.
describe('serve', { timeout: 60_000 }, () => {
  test('brings its own database, says where it is and what to do, and stops within 10 s', async () => {
    const data = await folder()
    const first = await serve({ DATA_DIR: data })
    expect(first.output.stdout).toContain(`Binnacle is ready at ${first.url}`)
    expect(first.output.stdout).toContain('create the first administrator')
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    const started = performance.now()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)

    const second = await serve({
      DATA_DIR: data,
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'long enough',
    })
    expect(second.output.stdout).toContain('Open it to sign in.')
    expect(second.output.stdout + second.output.stderr).not.toContain('long enough')
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
  })

  test('a run under way is given up within 10 s, also when the signal comes twice', async () => {
    const hanging = await startHttpServer()
    const checks = join(await folder(), 'checks.yaml')
    await writeFile(
      checks,
      `schedule: "@every 365d"\nhttp:\n  - { name: hangs, url: "http://127.0.0.1:${hanging.port}/hang", timeout: 60s }\n`,
    )
    const port = String(await freePort())
    const run = binnacle(['--canaries', checks], { PORT: port, DATA_DIR: await folder(), WATCH_SELF: 'off' })
    await until(() => run.output.stdout.includes('ready'), 90_000)
    const running = async () =>
      (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).includes('binnacle_checks_running 1')
    await until(running)
    const started = performance.now()
    run.child.kill('SIGTERM')
    await until(() => run.output.stderr.includes('"stopping"'))
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    await hanging.stop()
  })

  test('one Ctrl+C that arrives twice, from the terminal and from npm, still lets it end in order', async () => {
    const checks = join(await folder(), 'checks.yaml')
    const mark = `4${process.pid}`
    await writeFile(
      checks,
      `schedule: "@every 365d"\nexec:\n  - { name: long, script: "sleep ${mark}; true" }\n`,
    )
    const run = binnacle(['--canaries', checks], {
      PORT: String(await freePort()),
      DATA_DIR: await folder(),
      WATCH_SELF: 'off',
    })
    const scripts = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line === `sleep ${mark}`)
    await until(() => scripts().length === 1, 90_000)
    run.child.kill('SIGINT')
    await until(() => run.output.stderr.includes('"signal":"SIGINT"'))
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(scripts()).toEqual([])
  })

  test('says everything that is wrong with its settings, once', async () => {
    const run = binnacle([], { PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'z' })
    expect(await run.ended).toBe(2)
    expect(
      run.output.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0] ?? '')
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'PORT', 'SECRET_KEY'])
  })

  test('a port that is taken is one clear sentence', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    const run = binnacle([], { PORT: String(port), DATA_DIR: await folder() })
    expect(await run.ended).toBe(1)
    server.close()
    expect(run.output.stderr.trim()).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port, such as PORT=${port + 1}.`,
    )
  })

  test('a data folder that is in use is one clear sentence', async () => {
    const data = await folder()
    const first = await serve({ DATA_DIR: data })
    const second = binnacle([], { PORT: String(await freePort()), DATA_DIR: data })
    expect(await second.ended).toBe(1)
    expect(second.output.stderr.trim()).toBe(
      `The data folder ${data} is in use by another copy of Binnacle (process ${first.child.pid}, ${first.url}): stop that one, or set DATA_DIR to another folder.`,
    )
    first.child.kill('SIGTERM')
    await first.ended
  })

  test('works on the database that a setting names', async () => {
    const { host = '', port, user } = inject('postgres')
    const databaseUrl = `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
    const migrated = binnacle(['migrate'], { DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32) })
    expect(await migrated.ended).toBe(0)
    expect(migrated.output.stdout).toMatch(/^Applied \d+ migrations and renewed the views\.\n$/)
    const run = await serve({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), WATCH_SELF: 'on' })
    expect((await fetch(`${run.url}/readyz`)).status).toBe(200)
    // Others may share the database.
    const client = new Client(inject('postgres'))
    await client.connect()
    expect((await client.query(`select from core.canaries where name <> 'watchdog'`)).rowCount).toBe(0)
    await client.end()
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  test('without configuration it watches itself and its host, and all is well soon', async () => {
    const run = await serve({
      DATA_DIR: await folder(),
      WATCH_SELF: 'on',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'long enough',
    })
    const browser = createBrowser(run.url)
    await browser.signIn({ email: 'a@example.com', password: 'long enough' })
    const checks = await until(async () => {
      const { checks_summary: found } = (await browser.send('GET', '/api/canary/api/summary')).body
      return found.length > 0 &&
        found.every((check: { last_runtime: unknown }) => check.last_runtime !== null)
        ? found
        : undefined
    })
    expect(
      checks
        // The watchdog adds its own after its first look.
        .filter((check: { canary_name: string }) => check.canary_name !== 'watchdog')
        .map(
          (check: { canary_name: string; name: string; status: string }) =>
            `${check.canary_name}: ${check.name} ${check.status}`,
        )
        .toSorted(),
    ).toEqual([
      'binnacle: database healthy',
      'binnacle: web server healthy',
      'host: disk space healthy',
      'host: local name healthy',
      'host: memory healthy',
    ])
    run.child.kill('SIGTERM')
    await run.ended
  })
})
