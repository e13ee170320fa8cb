import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

const program = fileURLToPath(new URL('serve.ts', import.meta.url))
const children: ChildProcess[] = []
let shop: Shop
let databaseUrl: string

beforeAll(async () => {
  shop = await openShop()
  const { user, password, host, port, database } = shop.connection
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  databaseUrl = `postgresql://${user}${secret}@${encodeURIComponent(host ?? '')}:${port}/${database}`
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

/** Starts the program; what it says comes line by line. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
  })
  children.push(child)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  return {
    child,
    lines: createInterface(child.stdout)[Symbol.asyncIterator](),
    ended: once(child, 'close').then(() => ({ code: child.exitCode, complaint })),
  }
}

async function startServing(...args: string[]) {
  const started = start('--database-url', databaseUrl, '--schemas', 'shop', '--port', '0', ...args)
  const { value } = await started.lines.next()
  const url = /^Serving shop at (http:\/\/127\.0\.0\.1:\d+)$/.exec(String(value))?.[1]
  if (url === undefined) throw new Error(`said ${String(value)}; ${(await started.ended).complaint}`)
  return { ...started, url }
}

describe('the command', () => {
  test('serves a database, and stops when told to', async () => {
    const { url, child, ended } = await startServing('--aggregates', '--max-rows', '2')
    const answer = await fetch(`${url}/customers?select=id,orders(id.count())&order=id`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual([
      { id: 1, orders: [{ count: 2 }] },
      { id: 2, orders: [{ count: 1 }] },
    ])
    expect((await fetch(`${url}/customers`, { method: 'POST', body: '[]' })).status).toBe(400)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, complaint: '' })
  })

  test('cancels the statement of a client that hangs up, and complains of nothing', async () => {
    const { url, child, ended } = await startServing()
    const running = async () => {
      const { rowCount } = await shop.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and state = 'active' and application_name = 'data-service' and query like '%"wait"%'`,
      )
      return rowCount
    }
    const client = new AbortController()
    const answer = fetch(`${url}/rpc/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"seconds": 9}',
      signal: client.signal,
    })
    const failure = answer.then(String, String)
    await expect.poll(running, { timeout: 10_000 }).toBe(1)
    client.abort()
    expect(await failure).toContain('aborted')
    await expect.poll(running, { timeout: 5_000 }).toBe(0)
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, complaint: '' })
  })

  test('reads the database again when told to', async () => {
    const { url } = await startServing()
    expect((await fetch(`${url}/news`)).status).toBe(404)
    await shop.pool.query(`create table shop.news (id integer); notify pgrst, 'reload schema'`)
    await expect.poll(async () => (await fetch(`${url}/news`)).status).toBe(200)
  })

  test.each([
    ['without an address', [], '--database-url is missing'],
    ['without schemas', ['--database-url', 'postgresql://x'], '--schemas is missing'],
    ['with an unknown option', ['--nonsense'], "Unknown option '--nonsense'"],
    [
      'with a bad port',
      ['--database-url', 'x', '--schemas', 'a', '--port', 'x'],
      '--port must be a whole number from 0 to 65535, not x',
    ],
    ['with no rows', ['--database-url', 'x', '--schemas', 'a', '--max-rows', '0'], '--max-rows must be'],
    [
      'without a database',
      ['--database-url', 'postgresql://x@127.0.0.1:1/x', '--schemas', 'a'],
      'The database cannot be reached: connect ECONNREFUSED',
    ],
  ])('%s says so in a line', async (_what, args, message) => {
    const { code, complaint } = await start(...args).ended
    expect(code).toBe(1)
    expect(complaint).toContain(message)
    expect(complaint.trimEnd().split('\n')).toHaveLength(1)
  })

  test('without such a schema or database says so in a line', async () => {
    const wrong = start('--database-url', databaseUrl, '--schemas', 'shop,nope')
    expect(await wrong.ended).toEqual({ code: 1, complaint: 'The database has no schema named nope\n' })
    const gone = start('--database-url', `${databaseUrl}_gone`, '--schemas', 'shop')
    expect((await gone.ended).complaint).toMatch(
      /^The database cannot be reached: database ".*_gone" does not exist\n$/,
    )
  })

  test('says in a line that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? String(address.port) : ''
    const { code, complaint } = await start(
      '--database-url',
      databaseUrl,
      '--schemas',
      'shop',
      '--port',
      port,
    ).ended
    server.close()
    expect(code).toBe(1)
    expect(complaint).toBe(
      `127.0.0.1:${port} cannot be listened on: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    )
  })
})
