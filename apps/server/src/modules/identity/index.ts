import { randomBytes } from 'node:crypto'
import { createIdentityService, hashPassword, normaliseEmail } from '@binnacle/identity'
import { parse as parseCookies } from 'hono/utils/cookie'
import type { Clock } from '../../platform/clock.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { endSessions, removeCredentials } from './accounts.ts'
import { createIdentityHttp, SESSION_COOKIE } from './http.ts'
import { createIdentityStore } from './store.ts'
import type { IdentityTables } from './tables.ts'

export interface IdentityModuleOptions {
  database: Database
  clock: Clock
  secrets: Secrets
  configuration: Pick<Configuration, 'publicUrl' | 'administrator' | 'host'>
}

/** Who can reach the server besides the machine itself decides whether creating the first account needs a code. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** People, their sessions and how they sign in. */
export function createIdentityModule({ database, clock, secrets, configuration }: IdentityModuleOptions) {
  const tables = database.tables.withTables<IdentityTables>()
  const store = createIdentityStore(tables)
  const setupCode = isLoopback(configuration.host) ? undefined : randomBytes(9).toString('base64url')
  const service = createIdentityService({
    store,
    key: secrets.keyFor('identity'),
    now: () => clock.now(),
    newId,
    baseUrl: `${configuration.publicUrl}/kratos`,
    ...(setupCode === undefined ? {} : { setupCode }),
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
    /** Whether the first administrator has yet to be created, and with which code. */
    setup: async () => ({ needed: await service.needsSetup(), code: setupCode }),
    http: createIdentityHttp({ service, secure: configuration.publicUrl.startsWith('https:') }),
    endSessions,
    removeCredentials,
    jobs: [cleanUp],
  }
}
