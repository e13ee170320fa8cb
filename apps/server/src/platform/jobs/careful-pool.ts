// The engine's way to the database. The engine gives up a lane when the end of a job cannot be written, and hears nothing of
// claims whose answer is lost. Here ends are written again until the database takes them, and claims are tracked.
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { withFunction } from './listener.ts'
import type { Possession } from '../possession.ts'

/** What a runner's statements have to do with. */
export interface Care {
  clock: Clock
  possession: Possession
  /** Resolves when the other processes know under which name this runner claims jobs. */
  registered: Promise<void>
  /** Aborts when the process stops. */
  stopping: AbortSignal
  /** Called when a claim was answered. */
  onClaim(): void
  /** Called when a claim may have been committed although its answer was lost. */
  onLostClaim(): void
  /** Called when the end of a job could not be written. */
  onFailure(error: unknown): void
}

/** A statement of the engine that is prepared under a name. */
interface NamedStatement extends QueryConfig {
  name: string
  values: unknown[]
}

/** The server ends a statement after 30 s, so one without an answer for longer has lost its connection. Milliseconds. */
const ANSWER_MILLISECONDS = 40_000
const SHORTEST_PAUSE = 100
const LONGEST_PAUSE = 2_000
/** Attempts to write an end once the process stops. The process that starts next runs the job again. */
const ATTEMPTS_WHILE_STOPPING = 3

const isClaim = ({ name }: NamedStatement) => name.startsWith('get_job')
const isEnd = ({ name }: NamedStatement) => /^(?:complete|fail|return)_job/.test(name)

function isNamed(statement: string | QueryConfig): statement is NamedStatement {
  return (
    typeof statement === 'object' && typeof statement.name === 'string' && Array.isArray(statement.values)
  )
}

const failedJobs = z.array(z.object({ jobId: z.coerce.string() }))

/** The jobs that a statement ends or returns. */
function endedBy({ name, values: [first, second] }: NamedStatement): string[] {
  if (name.startsWith('fail_job/') || name.startsWith('fail_job_q'))
    return failedJobs.parse(JSON.parse(String(second))).map(({ jobId }) => jobId)
  const ids = name.startsWith('return_job') ? second : first
  return (Array.isArray(ids) ? ids : [ids]).map(String)
}

const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
    ? String(error.code)
    : ''

/** Whether a statement would fail in the same way again, by its SQLSTATE class: data, keys, syntax, names. */
const isFinal = (error: unknown): boolean => /^(?:21|22|23|42)/.test(sqlStateOf(error))

function idsOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !Array.isArray(answer.rows))
    return []
  return answer.rows.map((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '',
  )
}

/** What the engine uses of a connection. */
interface LazyClient {
  query(statement: string | QueryConfig, values?: unknown[]): Promise<unknown>
  release(): void
}

/** A connection that is taken with the first statement, so that a statement can be repeated if there is none. */
function createClient(pool: Pool): LazyClient {
  let taken: Promise<PoolClient> | undefined
  let isBroken = false
  return {
    async query(statement, values) {
      taken ??= pool.connect()
      const client = await taken
      const limited = isNamed(statement) ? { ...statement, query_timeout: ANSWER_MILLISECONDS } : statement
      try {
        return await client.query(limited, values)
      } catch (error) {
        // Without a SQLSTATE the connection is lost, or still waits for its answer.
        isBroken ||= sqlStateOf(error) === '' || /^(?:08|57P)/.test(sqlStateOf(error))
        throw error
      }
    },
    release() {
      void taken?.then(
        (client) => client.release(isBroken),
        () => undefined,
      )
      taken = undefined
    },
  }
}

/** Gives a runner connections that keep its ends and claims. */
export function withCare(pool: Pool, care: Care): Pool {
  /** Ends that are tried again. New jobs wait for them, so that a repeated end cannot meet a later claim of its job. */
  const late = new Set<Promise<unknown>>()

  /** Writes an end again until the database takes it. @throws what it would never take */
  async function again(statement: NamedStatement, first: unknown): Promise<unknown> {
    let error = first
    let whileStopping = 0
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      if (isFinal(error)) throw error
      care.onFailure(error)
      if (care.stopping.aborted) whileStopping += 1
      // An error here would only end what ends anyway.
      if (whileStopping >= ATTEMPTS_WHILE_STOPPING) return { rows: [] }
      await care.clock.wait(pause, care.stopping.aborted ? undefined : care.stopping)
      const client = createClient(pool)
      try {
        return await client.query(statement)
      } catch (failure) {
        error = failure
      } finally {
        client.release()
      }
    }
  }

  async function writeEnd(client: LazyClient, statement: NamedStatement): Promise<unknown> {
    const answer = await client.query(statement).catch(async (error: unknown) => {
      const repeated = again(statement, error)
      late.add(repeated)
      try {
        return await repeated
      } finally {
        late.delete(repeated)
      }
    })
    for (const id of endedBy(statement)) care.possession.written(id)
    return answer
  }

  async function claim(client: LazyClient, statement: NamedStatement): Promise<unknown> {
    await care.registered
    await Promise.allSettled(late)
    try {
      const answer = await care.possession.claim(client.query(statement), idsOf)
      care.onClaim()
      return answer
    } catch (error) {
      care.onLostClaim()
      throw error
    }
  }

  function lend(): LazyClient {
    const client = createClient(pool)
    return {
      ...client,
      query(statement, values) {
        if (isNamed(statement) && isEnd(statement)) return writeEnd(client, statement)
        if (isNamed(statement) && isClaim(statement)) return claim(client, statement)
        return client.query(statement, values)
      },
    }
  }

  // With a function an engine asks for a connection to listen on, without one for any other.
  return withFunction(pool, 'connect', async (receive?: Parameters<Pool['connect']>[0]) =>
    receive === undefined ? lend() : pool.connect(receive),
  )
}
