import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startHttpServer } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
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
    const cookies: string[] = []
    const send = async (path: string, body?: unknown) => {
      const answer = await fetch(run.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          cookie: cookies.join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      cookies.push(...answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''))
      return JSON.parse(await answer.text())
    }
    const flow = await send('/kratos/self-service/login/browser')
    await send(`/kratos/self-service/login?flow=${flow.id}`, {
      csrf_token: flow.ui.nodes[0].attributes.value,
      identifier: 'a@example.com',
      password: 'long enough',
    })
    const checks = await until(async () => {
      const { checks_summary: found } = await send('/api/canary/api/summary')
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

describe('check run', () => {
  const checks = async (text: string, environment: Record<string, string> = {}) => {
    const path = join(await folder(), 'checks.yaml')
    await writeFile(path, text)
    const run = binnacle(['check', 'run', path], environment)
    return { code: await run.ended, ...run.output, path }
  }

  test('prints a readable result for every check, and ends with the worst', async () => {
    const server = await startHttpServer()
    const base = `http://127.0.0.1:${server.port}`
    const well = await checks(`http:\n  - { name: well, url: "${base}/ok" }\n`)
    expect(well.code).toBe(0)
    expect(well.stdout).toMatch(
      /default\/checks\n {2}✔ healthy {3}http {2}well {2}[\d.]+ms\n {6}status 200\n/,
    )
    const ill = await checks(
      `http:\n  - { name: well, url: "${base}/ok" }\n  - { name: ill, url: "${base}/status?code=500" }\n`,
    )
    expect(ill.code).toBe(1)
    expect(ill.stdout).toContain('status 500, expected 200 to 299')
    await server.stop()
  })

  test('names the files that scripts leave, and writes them into a folder that they cannot leave', async () => {
    const script = `mkdir -p ..x; echo kept >'..x/a b.txt'; echo $'\\e[31m' >$'odd\\e.txt'`
    const text = `exec:\n  - name: leaves files\n    script: ${JSON.stringify(script)}\n    artifacts: [{ path: '**/*.txt' }, { path: '..x/*' }, { path: gone.log }]\n`
    const named = await checks(text)
    expect(named).toMatchObject({ code: 0 })
    expect(named.stdout).toContain('artifact ..x/a b.txt (5 B)\n')
    expect(named.stdout).toContain('artifact odd_.txt (6 B)\n')
    const parent = await folder()
    // Started by root, the program writes as another user.
    await chmod(parent, 0o777)
    const into = join(parent, 'files')
    const run = binnacle(['check', 'run', named.path, '--artifacts', into], {})
    expect(await run.ended).toBe(0)
    const above = join(into, 'default', 'checks', 'leaves files')
    expect(await readFile(join(above, '..x', 'a b.txt'), 'utf8')).toBe('kept\n')
    expect(run.output.stdout).toContain(join(above, 'odd_.txt'))
  })

  test('ends with 1 where a transformed check fails, knows canary and outputs, and writes no control character', async () => {
    const result = await checks(`metadata: { name: shop, labels: { team: web } }
spec:
  exec:
    - name: third
      script: 'true'
      dependsOn: [second]
      display: { expr: "outputs.second.stdout + ' of ' + canary.name + ', team ' + canary.labels.team" }
    - { name: fourth, script: 'true', dependsOn: [fifth] }
    - { name: fifth, script: 'exit 7' }
    - { name: second, script: 'printf "\\\\033[2Jtwo"' }
`)
    expect(result.code).toBe(1)
    expect(result.stdout).toContain(String.raw`\x1b[2Jtwo of shop, team web`)
    expect(result.stdout).toContain('depends on "fifth", which is unhealthy')
    expect(result.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    const transformed = await checks(
      `exec:\n  - { name: a, script: 'true', transform: { expr: "[{'name': 'b', 'pass': false}]" } }\n`,
    )
    expect(transformed.stdout).toContain('unhealthy b')
    expect(transformed.code).toBe(1)
  })

  test('reads what checks refer to, and says what it cannot', async () => {
    const server = await startHttpServer()
    const secrets = await folder()
    await mkdir(join(secrets, 'shop'))
    await writeFile(join(secrets, 'shop/token'), 'all is well\n')
    const text = `http:
  - name: told
    url: "http://127.0.0.1:${server.port}/say?body=$(TOKEN)"
    env: [{ name: TOKEN, value: secret://shop/token }]
    responseContent: all is well
  - { name: named, connection: connection://shop }
`
    const { code, stdout } = await checks(text, { SECRETS_DIR: secrets })
    expect(stdout).toMatch(/✔ healthy {3}http {2}told/)
    expect(stdout).toContain('connection: stored connections can be looked up by a running server only')
    expect(code).toBe(3)
    expect((await checks(text)).stdout).toContain(
      'env[0].value: no secret can be read, as neither SECRETS_DIR nor KUBERNETES_CLUSTER is set',
    )
    await server.stop()
  })

  test('scripts decide results and add checks, also in JavaScript, and the program ends', async () => {
    const server = await startHttpServer()
    const url = `http://127.0.0.1:${server.port}/say?type=application/json&body=%5B3%2C0%5D`
    const tested = await checks(`http:
  - name: numbers
    url: "${url}"
    test: { javascript: "json.length === 3" }
  - name: all
    url: "${url}"
    transform: { expr: 'json.map(n, {"name": "number " + string(n), "pass": n > 0, "message": "is " + string(n)})' }
`)
    expect(tested.code).toBe(1)
    expect(tested.stdout).toContain('the test is false: json.length === 3')
    expect(tested.stdout).toMatch(/\n {4}✔ healthy {3}number 3 {2}is 3\n {4}✘ unhealthy number 0 {2}is 0\n/)
    const wrong = await checks(`tcp:\n  - { name: a, endpoint: "x:1", test: { expr: "1 +" } }\n`)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain(
      `${wrong.path}:2:41: tcp[0].test.expr: the expression ends too early (line 1, column 4)`,
    )
    await server.stop()
  })

  test('an unknown result ends with 3, an invalid file with 2 and the place of the error', async () => {
    const denied = await checks('http:\n  - { name: metadata, url: "http://169.254.169.254/" }\n')
    expect(denied.code).toBe(3)
    const invalid = await checks('http:\n  - { name: a, ur: "http://x.example" }\n')
    expect(invalid.code).toBe(2)
    expect(invalid.stderr).toContain(
      `${invalid.path}:2:16: http[0].ur: unknown key "ur"; did you mean "url"?`,
    )
    const missing = binnacle(['check', 'run', '/no/such/file.yaml'])
    expect(await missing.ended).toBe(2)
    expect(missing.output.stderr.trim()).toBe('/no/such/file.yaml does not exist')
  })

  test('the worst decides: an invalid document, then an unhealthy check, then an unknown one', async () => {
    const unknown = 'http:\n  - { name: metadata, url: "http://169.254.169.254/" }\n'
    expect((await checks(`${unknown}---\nmetadata: { name: b }\nspec: {}\n`)).code).toBe(2)
    expect((await checks(`${unknown}exec: [{ name: ill, script: "exit 1" }]\n`)).code).toBe(1)
  })

  test('runs nothing with settings that are wrong', async () => {
    const script = 'exec: [{ name: a, script: "true" }]\n'
    const wrong = await checks(script, { EXEC_CHECKS: 'offf', EGRESS_DENY: 'lopback' })
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toMatch(/^EGRESS_DENY .*\nEXEC_CHECKS .*\n$/)
    // What it does not use may be anything.
    expect((await checks(script, { ROLE: 'worker', ADMIN_EMAIL: 'nobody' })).code).toBe(0)
  })

  test.each(['', '# nothing yet\n'])('a file without checks (%j) says so', async (text) => {
    const empty = await checks(text)
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([2, '', `${empty.path} holds no check\n`])
  })
})

describe('scrape run', () => {
  const scrapers = async (text: (data: string) => string, ...args: string[]) => {
    const data = await folder()
    await writeFile(
      join(data, 'orders.json'),
      '{"orders": [{"id": "a", "password": "hunter2-hunter2"}, {"id": "b\\u001b[2J"}]}',
    )
    const path = join(await folder(), 'shop.yaml')
    await writeFile(path, text(data))
    const run = binnacle(['scrape', 'run', path, ...args], { LOCAL_FOLDERS: data })
    return { code: await run.ended, ...run.output, path }
  }
  const orders = (data: string) =>
    `file:\n  - { url: "${data}", items: "$.orders[*]", id: $.id, name: $.id, type: Shop::Order }\n`

  test('prints what a run would store, and no secret or control character', async () => {
    const text = await scrapers(orders)
    expect(text.stdout).toContain('default/shop\n  Shop::Order  a')
    expect(text.stdout).toContain(String.raw`Shop::Order  b\x1b[2J`)
    expect(text.stdout).toContain('2 items, 0 changes, 0 insights, 0 faults\n')
    expect(text.code).toBe(0)
    const json = await scrapers(orders, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({
      scrapers: [
        {
          name: 'shop',
          namespace: 'default',
          items: [
            { name: 'a', config: { id: 'a', password: expect.stringMatching(/^masked:/) } },
            { name: 'b\u001B[2J' },
          ],
          faults: [],
        },
      ],
    })
    expect([json.code, json.stdout.includes('hunter2')]).toEqual([0, false])
  })

  test('ends with 1 where a source fails, and shows the others', async () => {
    const run = await scrapers(
      (data) =>
        `kind: ScrapeConfig\nmetadata: { name: mine, namespace: shop }\nspec:\n  file:\n    - { url: /nowhere, id: $.id, type: X }\n    - { url: "${data}", items: "$.orders[*]", id: $.id, type: Shop::Order }\n`,
    )
    expect(run.stdout).toContain('shop/mine\n')
    expect(run.stdout).toContain('LOCAL_FOLDERS')
    expect(run.stdout).toContain('2 items, 0 changes, 0 insights, 1 fault\n')
    expect(run.code).toBe(1)
  })

  test('ends with 2 where the file is not valid, with the line, or holds no scraper', async () => {
    const wrong = await scrapers(() => 'file:\n  - { urll: /x, id: $.id, type: X }\n')
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain(`${wrong.path}:2:7: file[0].urll: `)
    const empty = await scrapers(() => '# nothing yet\n')
    expect([empty.code, empty.stderr]).toEqual([2, `${empty.path} holds no scraper\n`])
    const misplaced = binnacle(['check', 'run', wrong.path, '--json'])
    expect([await misplaced.ended, misplaced.output.stderr.trim()]).toEqual([
      2,
      '--json goes with scrape run and topology run only.',
    ])
  })
})

describe('topology run', () => {
  const topologies = async (text: string, ...args: string[]) => {
    const path = join(await folder(), 'shop.yaml')
    await writeFile(path, text)
    const run = binnacle(['topology', 'run', path, ...args])
    return { code: await run.ended, ...run.output, path }
  }
  const cart = String.raw`[{"name": "cart\u001b[2J", "properties": [{"name": "cpu", "value": 2, "max": 4}]}]`
  const shop = `
components:
  - name: storage
    type: Database
    components: [{ name: orders, health: unhealthy }]
  - type: Service
    lookup:
      exec:
        - name: services
          script: |
            cat <<'END'
            ${cart}
            END
    forEach:
      checks:
        - inline:
            http: [{ name: up, url: "http://127.0.0.1:1", username: me, password: hunter2-hunter2 }]
`

  test('prints the tree that a run would store, and no secret or control character', async () => {
    const text = await topologies(shop)
    expect(text.stdout).toBe(
      [
        '',
        'default/shop',
        '  shop  unhealthy',
        '    storage  Database  unhealthy',
        '      orders  unhealthy',
        String.raw`    cart\x1b[2J  Service  unknown  cpu: 2 of 4`,
        '  4 components, 0 faults',
        '',
      ].join('\n'),
    )
    expect([text.code, text.stderr]).toEqual([0, ''])
    const json = await topologies(shop, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({
      topologies: [
        {
          name: 'shop',
          namespace: 'default',
          count: 4,
          complete: true,
          faults: [],
          components: [
            {
              name: 'shop',
              health: 'unhealthy',
              components: [
                { externalId: 'shop/Database/storage', components: [{ name: 'orders' }] },
                { name: 'cart\u001B[2J', checks: [{ inline: { http: [{ name: 'up' }] } }] },
              ],
            },
          ],
        },
      ],
    })
    expect([json.code, json.stdout.includes('hunter2'), json.stdout.includes('\u001B')]).toEqual([
      0,
      false,
      false,
    ])
  })

  test('ends with 1 where a lookup fails or needs the database, and shows the rest', async () => {
    const run = await topologies(`kind: Topology
metadata: { name: mine, namespace: shop }
spec:
  components:
    - { name: stays }
    - lookup: { exec: [{ name: ill, script: "exit 3" }] }
    - lookup: { catalog: [{ selector: [{ types: [X] }] }] }
`)
    expect(run.stdout).toContain('shop/mine\n  mine  unknown\n    stays  unknown\n')
    expect(run.stdout).toContain('✘ components[1].lookup.exec[0]: ')
    expect(run.stdout).toContain(
      '✘ components[2].lookup.catalog: items of the catalog can be looked up by a running server only\n',
    )
    expect(run.stdout).toContain('2 components, 2 faults\n')
    expect(run.code).toBe(1)
  })

  test('ends with 2 where the file is not valid, with the line, or holds no topology', async () => {
    const wrong = await topologies('components:\n  - { nam: x, name: y }\n')
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain(`${wrong.path}:2:7: components[0].nam: `)
    const empty = await topologies('# nothing yet\n')
    expect([empty.code, empty.stderr]).toEqual([2, `${empty.path} holds no topology\n`])
  })
})

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
