import { createIdentityService, hashPassword, normaliseEmail } from '@binnacle/identity'
import { parse as parseCookies } from 'hono/utils/cookie'
import type { Clock } from '../../platform/clock.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isLoopback } from '../../platform/http/security.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { endSessions, removeCredentials } from './accounts.ts'
import { createIdentityHttp, SESSION_COOKIE } from './http.ts'
import { createIdentityStore } from './store.ts'
import type { IdentityTables } from './tables.ts'

/** Characters of Base64; 12 are 72 bits. */
const SETUP_CODE_LENGTH = 12

export interface IdentityModuleOptions {
  database: Database
  clock: Clock
  secrets: Secrets
  configuration: Pick<Configuration, 'publicUrl' | 'administrator' | 'host'>
}

/** People, their sessions and how they sign in. */
export function createIdentityModule({ database, clock, secrets, configuration }: IdentityModuleOptions) {
  const tables = database.tables.withTables<IdentityTables>()
  const store = createIdentityStore(tables)
  // The same in every process, and at the next start.
  const setupCode = secrets.keyFor('set-up code').toString('base64url').slice(0, SETUP_CODE_LENGTH)
  // Who can reach the server besides the machine itself decides whether creating the first account needs the code.
  const exposed = !isLoopback(configuration.host) || !isLoopback(new URL(configuration.publicUrl).hostname)
  const service = createIdentityService({
    store,
    key: secrets.keyFor('identity'),
    now: () => clock.now(),
    newId,
    baseUrl: `${configuration.publicUrl}/kratos`,
    setupCode,
  })

  async function authenticate(headers: Headers): Promise<Actor | undefined> {
    const token = parseCookies(headers.get('cookie') ?? '', SESSION_COOKIE)[SESSION_COOKIE]
    const session = token === undefined ? undefined : await service.session(token)
    if (session === undefined) return undefined
    const held = await tables
      .selectFrom('core.people_roles')
      .select('role')
      .where('person_id', '=', session.person.id)
      .execute()
    return {
      personId: session.person.id,
      name: session.person.name,
      email: session.person.email,
      roles: held.map((row) => row.role),
      sessionId: session.id,
    }
  }

  /** Creates the configured administrator if nobody has an account. @returns whether one was created */
  async function ensureAdministrator(): Promise<boolean> {
    const wanted = configuration.administrator
    if (wanted === undefined || (await store.anyPersonExists())) return false
    const created = await store.createFirstPerson({
      email: normaliseEmail(wanted.email),
      name: 'Administrator',
      passwordHash: await hashPassword(wanted.password),
    })
    return created !== undefined
  }

  const cleanUp: Job = {
    name: 'RemoveExpiredSessions',
    cron: '17 * * * *',
    async run({ now }) {
      const sessions = await tables
        .deleteFrom('core.sessions')
        .where('expires_at', '<', now())
        .executeTakeFirst()
      const flows = await tables
        .deleteFrom('core.identity_flows')
        .where('expires_at', '<', now())
        .executeTakeFirst()
      return { success: Number(sessions.numDeletedRows + flows.numDeletedRows), errors: [] }
    },
  }

  return {
    authenticate,
    ensureAdministrator,
    /** Whether the first administrator has yet to be created, with which code, and whether it is always asked for. */
    setup: async () => ({ needed: await service.needsSetup(), code: setupCode, exposed }),
    http: createIdentityHttp({ service, exposed, secure: configuration.publicUrl.startsWith('https:') }),
    endSessions,
    removeCredentials,
    jobs: [cleanUp],
  }
}
