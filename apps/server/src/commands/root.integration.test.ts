import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../testing/app.ts'
import { createShell, type ProgramRun } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

const DAEMON = Number(execFileSync('id', ['-u', 'daemon'], { encoding: 'utf8' }))
/** Another user that every Debian has. */
const GAMES = 5
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
/** The product is started several times in a test. */
const patience = { timeout: 120_000 }
const account = { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'correct horse battery' }

interface RunningServer extends ProgramRun {
  url: string
  pid: number
}

async function serve(
  environment: Readonly<Record<string, string>>,
  args: string[] = [],
): Promise<RunningServer> {
  const port = environment['PORT'] ?? String(await freePort())
  const run = binnacle(['serve', ...args], {
    PORT: port,
    WATCH_SELF: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  })
  const isOver = () => run.child.exitCode !== null || run.child.signalCode !== null
  await until(() => run.output.stdout.includes('ready') || isOver(), 90_000)
  if (isOver()) throw new Error(run.output.stderr)
  return { ...run, url: `http://127.0.0.1:${port}`, pid: run.child.pid ?? 0 }
}

async function stop(run: RunningServer): Promise<void> {
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
}

/** A field of /proc/PID/status, in its parts. */
function status(pid: number, field: string): string[] {
  const line = new RegExp(`^${field}:[ \\t]*(.*)$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1]
  return line?.split(/\s+/) ?? []
}

const uidOf = (pid: number) => Number(status(pid, 'Uid')[0])

/** Users of processes; those that have ended meanwhile have none. */
function usersOf(pids: readonly number[]): Set<number> {
  return new Set(
    pids.flatMap((pid) => {
      try {
        return [uidOf(pid)]
      } catch {
        return []
      }
    }),
  )
}

/** A process and all below it. */
function family(pid: number): number[] {
  const processes = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const children = processes.filter((each) => {
    try {
      return Number(status(each, 'PPid')[0]) === pid
    } catch {
      return false
    }
  })
  return [pid, ...children.flatMap(family)]
}

/** The product that a starter started, and its database; beside it the starter keeps what contains scripts. */
function productFamily(starter: number): number[] {
  const product = family(starter).find((pid) => pid !== starter && commandOf(pid).includes('main.ts'))
  if (product === undefined) throw new Error('the starter has no product')
  return family(product)
}

const isAlive = (pid: number) => {
  try {
    return status(pid, 'State')[0] !== 'Z'
  } catch {
    return false
  }
}

/** Signs in, and says which status that has; and what the product says about its checks. */
async function summary(url: string): Promise<{ name: string; status: string; message: string }[]> {
  const browser = createBrowser(url)
  await browser.signIn({ email: account.ADMIN_EMAIL, password: account.ADMIN_PASSWORD })
  return until(async () => {
    const { checks_summary: found } = (await browser.send('GET', '/api/canary/api/summary')).body
    return found?.every((check: { last_runtime: unknown }) => check.last_runtime !== null) === true
      ? found
      : undefined
  })
}

describe.runIf(isRoot)('started by root', patience, () => {
  test('nothing but a starter stays with root: the product, its port and its database have another user', async () => {
    const data = await folder()
    const run = await serve({ DATA_DIR: data, ...account })
    const starter = run.pid
    const others = productFamily(starter)
    expect(uidOf(starter)).toBe(0)
    expect(others.length).toBeGreaterThan(4)
    expect(usersOf(others)).toEqual(new Set([DAEMON]))
    const product = others[0] ?? 0
    expect(readFileSync(`/proc/${product}/cmdline`, 'utf8')).toContain('main.ts')
    for (const field of ['CapEff', 'CapPrm', 'CapInh', 'CapAmb'])
      expect(status(product, field)).toEqual(['0000000000000000'])
    // The right to send packets, which ping has from its file.
    expect(['0000000000002000', '0000000000000000']).toContain(status(product, 'CapBnd')[0])
    expect(status(product, 'Groups')).toEqual([''])
    const port = Number(new URL(run.url).port).toString(16).toUpperCase().padStart(4, '0')
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find((fields) => fields[1] === `0100007F:${port}` && fields[3] === '0A')
    expect(listening?.[7]).toBe(String(DAEMON))
    // Nobody else has the way to the starter.
    const channel = readlinkSync(`/proc/${product}/fd/3`)
    expect(channel).toMatch(/^socket:/)
    for (const pid of others.slice(1))
      expect(readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))).not.toContain(
        channel,
      )
    expect((await stat(data)).uid).toBe(DAEMON)
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    // What root was given is for root alone: the product's user cannot read it from the starter.
    expect(() =>
      execFileSync('cat', [`/proc/${starter}/environ`], { uid: DAEMON, gid: DAEMON, stdio: 'pipe' }),
    ).toThrow(/Permission denied/)
    await stop(run)
  })

  test('without scripts nothing at all stays with root', async () => {
    const run = await serve({ DATA_DIR: await folder(), EXEC_CHECKS: 'off' })
    expect(usersOf(family(run.pid))).toEqual(new Set([DAEMON]))
    await stop(run)
  })

  test('scripts of checks reach neither the files of root nor those of the product', async () => {
    const data = await folder()
    const results = await folder()
    await chmod(results, 0o777)
    // Everyone finds it, and root alone can read it.
    const prey = join(await folder(), 'prey')
    await writeFile(prey, 'what root alone can read', { mode: 0o600 })
    const checks = join(await folder(), 'attack.yaml')
    // What a script can read is its message: an attack that succeeds is unhealthy and shows its prey.
    const attack = (what: string) =>
      `prey=$(cat ${what} 2>/dev/null); test -z "$prey" || { echo "$prey"; exit 1; }`
    const scripts = {
      key: attack(join(data, 'secret.key')),
      shadow: attack('/etc/shadow'),
      environments: attack(
        '$(ls -d /proc/[0-9]*/environ | grep -v "/proc/$$/") | tr "\\\\0" "\\\\n" | grep -a ADMIN_PASSWORD',
      ),
      database: `! echo 'select 1' | timeout 5 bash -c 'exec 3<>${join(data, 'run')}/.s.PGSQL.5432' 2>/dev/null`,
      rights: 'test "$(id -u)" != 0 && test "$(id -u)" != $(id -u daemon)',
    }
    await writeFile(
      checks,
      `schedule: "@every 365d"
exec:
${Object.entries(scripts)
  .map(([name, script]) => `  - { name: ${name}, script: ${JSON.stringify(script)} }`)
  .join('\n')}
junit:
  - name: link
    script: ${JSON.stringify(`ln -sf ${prey} ${results}/x.xml`)}
    testResults: ${results}
  - name: link in scratch
    script: ${JSON.stringify(`mkdir /tmp/out; ln -s ${prey} /tmp/out/x.xml; ln -s ${join(data, 'secret.key')} /tmp/out/y.xml`)}
    testResults: /tmp/out
`,
    )
    const run = await serve({ DATA_DIR: data, ...account }, ['--canaries', checks])
    const found = await summary(run.url)
    expect(found).toHaveLength(7)
    const states = new Map(found.map((check) => [check.name, check.status]))
    for (const name of Object.keys(scripts)) expect([name, states.get(name)]).toEqual([name, 'healthy'])
    const client = new Client({ host: join(data, 'run'), user: 'binnacle', database: 'binnacle' })
    await client.connect()
    const { rows } = await client.query('select to_jsonb(r) as result from core.check_statuses r')
    await client.end()
    expect(rows).toHaveLength(7)
    expect(JSON.stringify(rows)).not.toContain('what root alone can read')
    expect(JSON.stringify(rows)).not.toContain((await readFile(join(data, 'secret.key'), 'utf8')).trim())
    await stop(run)
  })

  test.each([
    ['root, in a user namespace', (data: string) => execFileSync('chown', ['-R', '0:0', data])],
    [
      'root, with a database of daemon',
      (data: string) => {
        execFileSync('chown', ['-R', '0:0', data])
        execFileSync('chown', ['-R', 'daemon:daemon', join(data, 'postgres'), join(data, 'run')])
        execFileSync('chmod', ['711', data])
      },
    ],
  ])(
    'a data folder that an earlier version made as %s goes on with its key and its people',
    async (_, make) => {
      const data = await folder()
      await stop(await serve({ DATA_DIR: data, ...account }))
      const key = await readFile(join(data, 'secret.key'), 'utf8')
      make(data)
      const run = await serve({ DATA_DIR: data })
      expect(run.output.stdout).toContain('Open it to sign in.')
      expect(await summary(run.url)).toEqual([])
      expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe(key)
      expect((await stat(join(data, 'secret.key'))).uid).toBe(DAEMON)
      await stop(run)
    },
  )

  test('it runs as the owner of the data folder, or as the user that RUN_AS names', async () => {
    const data = await folder()
    execFileSync('chown', [`${GAMES}:${GAMES}`, data])
    const first = await serve({ DATA_DIR: data })
    expect(usersOf(productFamily(first.pid))).toEqual(new Set([GAMES]))
    await stop(first)
    const second = await serve({ DATA_DIR: data, RUN_AS: 'daemon' })
    expect(usersOf(productFamily(second.pid))).toEqual(new Set([DAEMON]))
    await stop(second)
  })

  test.each([
    ['0', 2, /^RUN_AS must be neither root/],
    ['root', 2, /^RUN_AS must be neither root/],
    ['a b', 2, /^RUN_AS must be a user/],
    ['no-such-user', 1, /RUN_AS: this machine has no user "no-such-user"/],
  ])('RUN_AS=%s is refused', async (RUN_AS, code, message) => {
    const data = join(await folder(), 'data')
    const run = binnacle([], { DATA_DIR: data, RUN_AS })
    expect(await run.ended).toBe(code)
    expect(run.output.stderr.trim()).toMatch(message)
    await expect(stat(data)).rejects.toThrow(/ENOENT/)
  })

  test('a data folder below one that root alone can enter works, at its own path, also for commands', async () => {
    const closed = await folder()
    await chmod(closed, 0o700)
    const data = join(closed, 'deep', 'data')
    await mkdir(join(closed, 'deep'))
    const run = await serve({ DATA_DIR: data, ...account })
    expect((await stat(data)).uid).toBe(DAEMON)
    const second = binnacle([], { DATA_DIR: data, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output.stderr).toContain(
      `The data folder ${data} is in use by another copy of Binnacle (process ${run.pid}`,
    )
    const token = binnacle(['token', 'create', 'a@example.com', '--name', 'a'], { DATA_DIR: data })
    expect(await token.ended).toBe(0)
    expect(token.output.stdout).toMatch(/^binnacle_/)
    await stop(run)
    // The view was the product's own.
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(closed)
  })

  test('what its user cannot read is one clear sentence, before anything starts', async () => {
    const data = await folder()
    const closed = await folder()
    await chmod(closed, 0o700)
    const file = join(closed, 'file')
    await writeFile(file, '')
    const cases: [string[], Record<string, string>, string, number][] = [
      [['--canaries', file], {}, `${file} (--canaries)`, 1],
      [[], { PROPERTIES_FILE: file }, `${file} (PROPERTIES_FILE)`, 1],
      [[], { SECRETS_DIR: closed }, `${closed} (SECRETS_DIR)`, 1],
      [['check', 'run', file], {}, `${file} (FILE)`, 2],
    ]
    for (const [args, environment, what, code] of cases) {
      const run = binnacle(args, { DATA_DIR: data, ...environment })
      expect(await run.ended).toBe(code)
      expect(run.output.stderr.trim()).toBe(
        `${what} cannot be read by the user daemon, which Binnacle runs as: change its owner or mode, move it to a folder that this user can enter, or set RUN_AS to a user that can read it.`,
      )
    }
  })

  test('it may listen on a low port, and has no other right', async () => {
    const port = await freeLowPort()
    const run = await serve({ DATA_DIR: await folder(), PORT: String(port) })
    const [product = 0] = productFamily(run.pid)
    expect(status(product, 'CapEff')).toEqual(['0000000000000400'])
    expect((await fetch(`${run.url}/healthz`)).status).toBe(200)
    await stop(run)
  })

  test('the starter, killed, takes everything with it, and the next start goes on', async () => {
    const data = await folder()
    const checks = join(await folder(), 'checks.yaml')
    await writeFile(
      checks,
      'schedule: "@every 365d"\nexec:\n  - { name: long, script: "sleep 4721; true" }\n',
    )
    const run = await serve({ DATA_DIR: data }, ['--canaries', checks])
    const script = () => family(run.pid).filter((pid) => commandOf(pid) === 'sleep 4721')
    await until(() => script().length === 1)
    const all = family(run.pid)
    run.child.kill('SIGKILL')
    expect(await run.ended).toBe(null)
    await until(() => !all.some(isAlive))
    await stop(await serve({ DATA_DIR: data }))
  })

  test('the product, killed, is started again by the starter, and its scripts end', async () => {
    const checks = join(await folder(), 'checks.yaml')
    await writeFile(
      checks,
      'schedule: "@every 365d"\nexec:\n  - { name: long, script: "sleep 4722; true" }\n',
    )
    const run = await serve({ DATA_DIR: await folder() }, ['--canaries', checks])
    await until(() => family(run.pid).some((pid) => commandOf(pid) === 'sleep 4722'))
    const all = family(run.pid).filter((pid) => pid !== run.pid)
    process.kill(productFamily(run.pid)[0] ?? 0, 'SIGKILL')
    await until(() => !all.some(isAlive))
    await until(async () => (await fetch(`${run.url}/readyz`).catch(() => undefined))?.status === 200, 90_000)
    expect(run.child.exitCode).toBeNull()
    await stop(run)
  })
})

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
  } catch {
    return ''
  }
}

async function freeLowPort(): Promise<number> {
  for (let port = 871; port < 1_000; port += 1) {
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
  throw new Error('no low port is free')
}

describe.runIf(isRoot)('started by an ordinary user', patience, () => {
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const children: ChildProcess[] = []
  afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

  function start(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'] ?? '', WATCH_SELF: 'off', LOG_LEVEL: 'warn', ...environment },
      uid: GAMES,
      gid: GAMES,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const output = { text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()))
    return { child, output, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
  }

  test('it is one process of that user, as ever', async () => {
    const data = await folder()
    execFileSync('chown', [`${GAMES}:${GAMES}`, data])
    const run = start([], { DATA_DIR: data, PORT: String(await freePort()), RUN_AS: 'games' })
    await until(() => run.output.text.includes('ready') || run.child.exitCode !== null, 90_000)
    expect(usersOf(family(run.child.pid ?? 0))).toEqual(new Set([GAMES]))
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    const other = start([], { DATA_DIR: data, RUN_AS: 'daemon' })
    expect(await other.ended).toBe(1)
    expect(other.output.text.trim()).toBe(
      'RUN_AS names the user daemon, but only root can start Binnacle as another user: leave RUN_AS out, or start as that user.',
    )
  })
})
