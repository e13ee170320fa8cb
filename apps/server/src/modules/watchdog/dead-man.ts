// The dead-man's switch: pings a URL while the product works, so that the service at that URL notices when it does not.
import {
  type DetectorName,
  type DeadManForm,
  type DeadManState,
  detectorNames,
} from '@binnacle/contract/watchdog'
import type { Egress } from '@binnacle/egress'
import type { ClientBase, Pool } from 'pg'
import { audit } from '../../platform/audit.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Columns } from '../../platform/database/columns.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { detectors } from './catalog.ts'
import type { DetectorState } from './detectors/detector-state.ts'

const TIME_LIMIT = 10_000
const MOST_REDIRECTS = 3
const MOST_BYTES = 1_024

type Row = Columns<
  'core.watchdog_deadman',
  'url' | 'interval_seconds' | 'attempted_at' | 'succeeded_at' | 'error' | 'withheld'
>

export interface DeadManDependencies {
  pool: Pool
  secrets: Secrets
  egress: Egress
  clock: Clock
  userAgent: string
}

/** Why no ping may be sent: what the detectors say. Undefined if the product works. */
function reasonToWithhold(states: ReadonlyMap<DetectorName, DetectorState>): string | undefined {
  for (const name of detectorNames) {
    const state = states.get(name)
    if (state?.isBlind === true && detectors[name].stopsPings) return state.reason
  }
  return undefined
}

/** Whether the next ping is due. A clock that was set back makes it due. */
function isPingDue(attemptedAt: Date | null, intervalSeconds: number, now: Date): boolean {
  if (attemptedAt === null) return true
  const elapsed = now.getTime() - attemptedAt.getTime()
  return elapsed < 0 || elapsed >= intervalSeconds * 1_000
}

/** The only row. */
async function load(connection: Connection): Promise<Row> {
  const row = await tablesOn(connection)
    .selectFrom('core.watchdog_deadman')
    .select(['url', 'interval_seconds', 'attempted_at', 'succeeded_at', 'error', 'withheld'])
    .executeTakeFirst()
  if (row === undefined) throw new Error('the row of the dead-man’s switch is gone')
  return row
}

/** What people see of the switch. */
export async function deadManState(pool: Pool): Promise<DeadManState> {
  const row = await load(pool)
  return {
    isOn: row.url !== null,
    intervalSeconds: row.interval_seconds,
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    succeededAt: row.succeeded_at?.toISOString() ?? null,
    error: row.error,
    withheld: row.url === null ? null : row.withheld,
  }
}

/** Words for failures. The messages of egress name the host, which is a part of the secret. */
const failureWords: Readonly<Record<string, string>> = {
  denied: 'the settings of this installation do not allow connections to this address',
  'name-not-found': 'the name of the server does not exist',
  'name-server': 'no name server answers',
  refused: 'the server refused the connection',
  unreachable: 'the server cannot be reached',
  reset: 'the server closed the connection',
  timeout: 'no answer within 10 s',
  certificate: 'the certificate of the server is not valid',
  tls: 'the TLS handshake failed',
  redirects: 'the server redirects too often',
}

/** Pings a URL. @returns why it failed; undefined if it was answered */
async function ping({ egress, userAgent }: DeadManDependencies, url: string): Promise<string | undefined> {
  const answer = await egress.request({
    url,
    headers: { 'user-agent': userAgent },
    signal: AbortSignal.timeout(TIME_LIMIT),
    maxRedirects: MOST_REDIRECTS,
    maxBodyBytes: MOST_BYTES,
  })
  if (!answer.ok) return failureWords[answer.failure.code] ?? 'the answer is not valid HTTP'
  const { status } = answer.value
  return status >= 200 && status < 300 ? undefined : `status ${status}, expected 200–299`
}

async function pingAndNote(dependencies: DeadManDependencies, sealed: string): Promise<string | undefined> {
  const { pool, secrets, clock } = dependencies
  const at = clock.now()
  const url = secrets.unseal(sealed)
  const error = url.ok ? await ping(dependencies, url.value) : 'SECRET_KEY has changed: enter the URL again'
  await tablesOn(pool)
    .updateTable('core.watchdog_deadman')
    .set({
      attempted_at: at,
      error: error ?? null,
      withheld: null,
      ...(error === undefined ? { succeeded_at: at } : {}),
    })
    .execute()
  return error
}

/** Pings the stored URL if a ping is due and the product works. Otherwise it stores why not. */
export async function pingIfWorking(
  dependencies: DeadManDependencies,
  states: ReadonlyMap<DetectorName, DetectorState>,
): Promise<void> {
  const { pool, clock } = dependencies
  const row = await load(pool)
  if (row.url === null) return
  const change = tablesOn(pool).updateTable('core.watchdog_deadman')
  const reason = reasonToWithhold(states)
  if (reason !== undefined) {
    await change.set({ withheld: reason }).where('withheld', 'is distinct from', reason).execute()
    return
  }
  if (row.withheld !== null) await change.set({ withheld: null }).execute()
  if (isPingDue(row.attempted_at, row.interval_seconds, clock.now())) await pingAndNote(dependencies, row.url)
}

/** Pings the stored URL now, whatever the detectors say. @returns why it failed; undefined without a URL */
export async function testPing(
  dependencies: DeadManDependencies,
): Promise<{ error: string | undefined } | undefined> {
  const { url } = await load(dependencies.pool)
  return url === null ? undefined : { error: await pingAndNote(dependencies, url) }
}

const snapshot = ({ url, interval_seconds }: Row) => ({ is_on: url !== null, interval_seconds })

/** Changes the switch. */
export async function saveDeadMan(
  client: ClientBase,
  secrets: Secrets,
  actor: Actor,
  { url, intervalSeconds }: DeadManForm,
): Promise<void> {
  const before = await load(client)
  const sealed = url === undefined ? before.url : url === null ? null : secrets.seal(url)
  await tablesOn(client)
    .updateTable('core.watchdog_deadman')
    .set({
      url: sealed,
      interval_seconds: intervalSeconds ?? before.interval_seconds,
      withheld: null,
      ...(url === undefined ? {} : { attempted_at: null, succeeded_at: null, error: null }),
    })
    .execute()
  await audit(client, actor, {
    action: 'update',
    resource: 'watchdog',
    id: null,
    name: 'Dead-man’s switch',
    before: { ...snapshot(before), url: before.url === null ? null : '(secret)' },
    after: {
      ...snapshot(await load(client)),
      url: sealed === null ? null : url === undefined ? '(secret)' : '(new secret)',
    },
  })
}
