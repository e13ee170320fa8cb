import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createIdentityService, hashPassword, normaliseEmail, passwordFault } from '@binnacle/identity'
import { SECOND_FACTOR_ROLES } from '@binnacle/contract'
import type { Pace } from '@binnacle/data-api'
import type { PoolClient } from 'pg'
import type { AuditRecorder } from '../../platform/audit/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { Database } from '../../platform/database/index.ts'
import type { ClientAddress } from '../../platform/http/client-address.ts'
import type { Actor } from '../../platform/http/route.ts'
import { isLoopback } from '../../platform/http/security.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Mails } from '../../platform/mail/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { endSessions, removeCredentials } from './accounts.ts'
import { createAuthentication } from './authenticate.ts'
import { administrationRoutes } from './administration.ts'
import { removeExpired } from './cleaning.ts'
import { createErrorStore } from './errors.ts'
import { cookieNames } from './http/cookies.ts'
import { createIdentityHttp } from './http/index.ts'
import { createInvitation, type InvitationRequest } from './invitations.ts'
import { withdrawInvitation } from './open-invitations.ts'
import { identityRoutes } from './routes.ts'
import { parseRoles, type PropertyReader } from './second-factor.ts'
import { createIdentityStore } from './store/index.ts'
import type { IdentityTables } from './tables.ts'
import { createTokenNetworks } from './token-networks.ts'

export { LONGEST_TOKEN_DAYS } from './access-tokens.ts'
export { addPerson, addToken, COMMAND_LINE } from './by-hand.ts'
export { createInvitation, type Invitation, type InvitationRequest } from './invitations.ts'

/** Characters of Base64; 12 are 72 bits. */
const SETUP_CODE_LENGTH = 12

export interface IdentityModuleOptions {
  database: Database
  clock: Clock
  secrets: Secrets
  mails: Mails
  recorder: AuditRecorder
  clientAddress: ClientAddress
  /** The slowest that forms may arrive. */
  bodyPace: Pace
  configuration: Pick<Configuration, 'publicUrl' | 'administrator' | 'host' | 'registration'>
  /** Properties in force, for those that the identity service reads. */
  properties: PropertyReader
  log: Log
}

/** People, their sessions and how they sign in. */
export function createIdentityModule(options: IdentityModuleOptions) {
  const { database, clock, secrets, mails, configuration, clientAddress, properties, log } = options
  const now = () => clock.now()
  const tables = database.tables.withTables<IdentityTables>()
  const demandedRoles = () => parseRoles(properties.value(SECOND_FACTOR_ROLES))
  const secure = configuration.publicUrl.startsWith('https:')
  const store = createIdentityStore(tables, {
    mails,
    now,
    recorder: options.recorder,
    demandedRoles,
  })
  // The same in every process, and at the next start.
  const setupCode = secrets.keyFor('set-up code').toString('base64url').slice(0, SETUP_CODE_LENGTH)
  // Who can reach the server besides the machine itself decides whether creating the first account needs the code.
  const exposed = !isLoopback(configuration.host) || !isLoopback(new URL(configuration.publicUrl).hostname)
  const service = createIdentityService({
    store,
    key: secrets.keyFor('identity'),
    seal: (text) => secrets.seal(text),
    unseal: (sealed) => secrets.unseal(sealed),
    isSealed: (text) => secrets.isSealed(text),
    now,
    newId,
    publicUrl: configuration.publicUrl,
    registration: configuration.registration,
    setupCode,
  })

  /**
   * Creates the configured administrator if nobody has an account.
   * @returns whether one was created
   * @throws StartFailure when the password is one that nobody could choose
   */
  async function ensureAdministrator(): Promise<boolean> {
    const wanted = configuration.administrator
    if (wanted === undefined || (await store.anyPersonExists())) return false
    const account = {
      email: normaliseEmail(wanted.email),
      name: 'Administrator',
      firstName: undefined,
      passwordHash: await hashPassword(wanted.password),
      emailVerified: false,
    }
    const fault = await passwordFault(wanted.password, { ...account, publicUrl: configuration.publicUrl })
    if (fault !== undefined) throw new StartFailure(`ADMIN_PASSWORD cannot be used: ${fault.text}`)
    const created = await store.transaction(async (within) => {
      const person = await within.createFirstPerson(account)
      const { email, name } = account
      if (person !== undefined)
        await within.audit({
          person,
          sessionId: undefined,
          address: undefined,
          action: 'create',
          after: { email, name },
        })
      return person
    })
    return created !== undefined
  }

  return {
    authenticate: createAuthentication({
      tables,
      service,
      now,
      sessionCookie: cookieNames(secure).session,
      demandedRoles,
    }),
    /** Whether a request carries the cookie of a session, valid or not. */
    carriesSession: (context: Context) => getCookie(context, cookieNames(secure).session) !== undefined,
    ensureAdministrator,
    newNetwork: createTokenNetworks(database.pool, log),
    /** Whether the first administrator has yet to be created, with which code, and whether it is always asked for. */
    setup: async () => ({ needed: await service.needsSetup(), code: setupCode, exposed }),
    http: createIdentityHttp({
      service,
      errors: createErrorStore(tables, now),
      clientAddress,
      bodyPace: options.bodyPace,
      publicOrigin: new URL(configuration.publicUrl).origin,
      secure,
      exposed,
    }),
    routes: [
      ...identityRoutes(tables, now),
      ...administrationRoutes({
        database,
        tables,
        now,
        properties,
        invitations: { configuration, now, mails },
      }),
    ],
    jobs: [removeExpired(tables)],
    endSessions,
    removeCredentials,
    withdrawInvitation: (id: string, actor: Actor) =>
      tables.transaction().execute((within) => withdrawInvitation(within, id, actor, now())),
    /** Invites somebody, and mails the link, as part of a transaction. */
    createInvitation: (within: PoolClient, wanted: InvitationRequest) =>
      createInvitation(within, wanted, { configuration, now, mails }),
  }
}
