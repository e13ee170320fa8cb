import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { connect, createServer, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { until } from '../testing/until.ts'
import { type Clock, systemClock } from './clock.ts'
import { newId } from './ids.ts'
import { type LiveEvent, openLive } from './live/index.ts'
import { createLog } from './log.ts'
import { type DeadProcess, registerProcess } from './processes/index.ts'
import { pidSpace } from './processes/pid-space.ts'

let database: TestDatabase
const log = await createLog('silent')
beforeAll(async () => {
  database = await createTestDatabase()
})

describe('live', () => {
  test('changes committed by anyone arrive with topic and ids, and what is rolled back does not', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `begin; insert into core.canary_files (path, digest) values ('rolled back', 'x'); rollback`,
    )
    await database.pool.query(`insert into core.canary_files (path, digest) values ('a', 'x'), ('b', 'x')`)
    await until(() => events.length > 0)
    await database.pool.query(`delete from core.canary_files where path = 'b'`)
    await until(() => events.length > 1)
    expect(events).toMatchObject([
      { kind: 'change', change: { topic: 'canary_files', ids: expect.arrayContaining(['a', 'b']) } },
      { kind: 'change', change: { topic: 'canary_files', ids: ['b'] } },
    ])
    await live.close()
  })

  test('too many ids for one message are left out, which means: any', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `insert into core.canary_files (path, digest) select 'file ' || n, 'x' from generate_series(1, 500) as n`,
    )
    await until(() => events.length > 0)
    expect(events).toEqual([{ kind: 'change', change: { topic: 'canary_files', ids: null } }])
    await live.close()
  })

  test('a lost connection is opened again, and listeners are told that they may have missed something', async () => {
    const live = await openLive(database.connection, systemClock, log)
    const events: LiveEvent[] = []
    live.subscribe((event) => events.push(event))
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'binnacle live' and datname = current_database()`,
    )
    await until(() => !live.connected)
    await until(() => events.some((event) => event.kind === 'resync'))
    expect(live.connected).toBe(true)
    await live.close()
  })

  test('a connection over which nothing can be listened to is closed before the next one is made', async () => {
    const { host, port } = database.connection
    let garbled = 0
    const lines: Socket[] = []
    const proxy = createServer((client) => {
      const upstream = host?.startsWith('/')
        ? connect(`${host}/.s.PGSQL.${port ?? 5432}`)
        : connect(port ?? 5432, host)
      // The second connection and the third are of no use.
      const isGarbled = lines.push(client) === 2 || lines.length === 3
      client.on('data', (bytes) => {
        const text = bytes.toString('latin1')
        if (isGarbled && text.includes('listen binnacle')) garbled += 1
        upstream.write(Buffer.from(isGarbled ? text.replace('listen ', 'lisp-- ') : text, 'latin1'))
      })
      upstream.pipe(client)
      for (const socket of [client, upstream]) socket.on('error', () => undefined)
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const through = {
      ...database.connection,
      host: '127.0.0.1',
      port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    }
    const clock: Clock = { ...systemClock, wait: (_, signal) => systemClock.wait(10, signal) }
    const live = await openLive(through, clock, log)
    lines[0]?.destroy()
    await until(() => garbled === 2 && live.connected)
    await until(() => lines.filter((line) => !line.destroyed).length <= 1)
    expect(live.connected).toBe(true)
    await live.close()
    proxy.close()
  })
})

describe('a process without a heartbeat', () => {
  const leaveDead = async (workers: string | null, silentSeconds = 60): Promise<string> => {
    const id = newId()
    await database.pool.query(
      `insert into core.processes (id, role, host, pid, workers, heartbeat_at)
       values ($1, 'worker', 'elsewhere', 1, $2, now() - make_interval(secs => $3))`,
      [id, workers, silentSeconds],
    )
    return id
  }
  const known = async () => {
    const { rows } = await database.pool.query<{ id: string }>('select id from core.processes order by id')
    return rows.map((row) => row.id)
  }
  const register = (
    id: string,
    onDead: (dead: readonly DeadProcess[]) => Promise<void>,
    clock: Clock = systemClock,
    alone = false,
  ) =>
    registerProcess({
      id,
      workers: null,
      role: 'all',
      canaryPaths: [],
      alone,
      pool: database.pool,
      clock,
      log,
      onDead,
    })

  test('is buried by another, which gets its leases', async () => {
    const deadId = await leaveDead('pool-1')
    const buried: DeadProcess[] = []
    const own = newId()
    const registered = await register(own, async (dead) => void buried.push(...dead))
    expect(buried).toEqual([{ id: deadId, workers: 'pool-1' }])
    expect(await known()).toEqual([own])
    await registered.stop()
    expect(await known()).toEqual([])
  })

  test('is taken over at once by a process that holds the lock of the data folder', async () => {
    const deadId = await leaveDead('pool-1', 0)
    const dead: DeadProcess[] = []
    const own = newId()
    const registered = await register(own, async (found) => void dead.push(...found), systemClock, true)
    expect(dead).toEqual([{ id: deadId, workers: 'pool-1' }])
    expect(await known()).toEqual([own])
    await registered.stop()
  })

  test.runIf(process.platform === 'linux')(
    'is taken over at once where another sees that it is gone',
    async () => {
      const gone = spawnSync(process.execPath, ['--version']).pid
      const leaveAt = async (pid: number, space: string | null, workers: string | null = null) => {
        const id = await leaveDead(workers, 0)
        await database.pool.query(
          'update core.processes set host = $2, pid = $3, pid_space = $4 where id = $1',
          [id, hostname(), pid, space],
        )
        return id
      }
      const goneId = await leaveAt(gone, await pidSpace(), 'pool-1')
      const aliveId = await leaveAt(process.pid, await pidSpace())
      const farId = await leaveAt(gone, 'another machine')
      const dead: DeadProcess[] = []
      const own = newId()
      const registered = await register(own, async (found) => void dead.push(...found))
      expect(dead).toEqual([{ id: goneId, workers: 'pool-1' }])
      expect(await known()).toEqual([goneId, aliveId, farId, own].toSorted())
      await registered.stop()
      await database.pool.query('delete from core.processes')
    },
  )

  test('is taken over again until its row is deleted, as what it sent last may be committed late', async () => {
    const deadId = await leaveDead(null, 9)
    const hasty: Clock = { now: () => systemClock.now(), wait: () => systemClock.wait(10) }
    let times = 0
    const registered = await register(newId(), async () => void (times += 1), hasty)
    await until(() => times >= 3)
    expect(await known()).toContain(deadId)
    await until(async () => !(await known()).includes(deadId))
    await registered.stop()
  })

  test('stays until what it held could be given free', async () => {
    const deadId = await leaveDead(null)
    let tries = 0
    const own = newId()
    const hasty: Clock = { now: () => systemClock.now(), wait: () => systemClock.wait(10) }
    const registered = await register(
      own,
      async () => {
        tries += 1
        if (tries < 3) throw new Error('the database is away')
        expect(await known()).toContain(deadId)
      },
      hasty,
    )
    await until(async () => !(await known()).includes(deadId))
    expect(tries).toBe(3)
    await registered.stop()
  })

  test('has its jobs given free also by a process that runs none', async () => {
    const deadId = await leaveDead(null)
    await database.pool.query(
      `insert into core.job_history (name, process_id, status, time_start) values ('Left', $1, 'RUNNING', now())`,
      [deadId],
    )
    const api = await startTestApp({
      database,
      environment: { ROLE: 'api', DATABASE_URL: 'postgres://unused/unused', SECRET_KEY: 'x'.repeat(32) },
    })
    const { rows } = await database.pool.query(`select status from core.job_history where name = 'Left'`)
    expect(rows).toEqual([{ status: 'STALE' }])
    await api.stop()
  })
})
