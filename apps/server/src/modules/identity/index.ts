import { randomBytes } from 'node:crypto'
import { createIdentityService, hashPassword, normaliseEmail, passwordFault } from '@binnacle/identity'
import type { PoolClient } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { DataRules } from '../../platform/data/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { createClientAddress } from '../../platform/http/client-address.ts'
import { newId } from '../../platform/ids.ts'
import type { Mails } from '../../platform/mail/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createAuthentication } from './authenticate.ts'
import { removeExpired } from './cleaning.ts'
import { createErrorStore } from './errors.ts'
import { createIdentityHttp } from './http/index.ts'
import { createInvitation, type InvitationRequest } from './invitations.ts'
import { identityRoutes } from './routes.ts'
import { createIdentityStore } from './store/index.ts'
import type { IdentityTables } from './tables.ts'

export { LONGEST_TOKEN_DAYS } from './access-tokens.ts'
export { addPerson, addToken } from './by-hand.ts'
export { createInvitation, type Invitation, type InvitationRequest } from './invitations.ts'
export { endSessionsOf } from './sessions.ts'

/** What the data service shows of people. */
export const identityData: DataRules = {
  people: { resource: 'signed-in' },
  people_roles: { resource: 'signed-in' },
  identities: { resource: 'identities' },
}

export interface IdentityModuleOptions {
  database: Database
  clock: Clock
  secrets: Secrets
  mails: Mails
  configuration: Pick<
    Configuration,
    'publicUrl' | 'administrator' | 'host' | 'registration' | 'trustedProxies'
  >
  log: Log
}

/** Who can reach the server besides the machine itself decides whether creating the first account needs a code. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** People, their sessions and how they sign in. */
export function createIdentityModule(options: IdentityModuleOptions) {
  const { database, clock, secrets, mails, configuration, log } = options
  const now = () => clock.now()
  const tables = database.tables.withTables<IdentityTables>()
  const store = createIdentityStore(tables, { mails, now })
  const setupCode = isLoopback(configuration.host) ? undefined : randomBytes(9).toString('base64url')
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
    ...(setupCode === undefined ? {} : { setupCode }),
  })

  /** Creates the configured administrator if nobody has an account. @returns whether one was created */
  async function ensureAdministrator(): Promise<boolean> {
    const wanted = configuration.administrator
    if (wanted === undefined || (await store.anyPersonExists())) return false
    const account = {
      email: normaliseEmail(wanted.email),
      name: 'Administrator',
      passwordHash: await hashPassword(wanted.password),
      emailVerified: false,
    }
    const fault = await passwordFault(wanted.password, account)
    if (fault !== undefined) log.warn({ reason: fault.text }, 'ADMIN_PASSWORD is weak; change it')
    return (await store.transaction((within) => within.createFirstPerson(account))) !== undefined
  }

  return {
    authenticate: createAuthentication(tables, service, now),
    ensureAdministrator,
    /** Whether the first administrator has yet to be created, and with which code. */
    setup: async () => ({ needed: await service.needsSetup(), code: setupCode }),
    http: createIdentityHttp({
      service,
      errors: createErrorStore(tables, now),
      clientAddress: createClientAddress(configuration.trustedProxies),
      secure: configuration.publicUrl.startsWith('https:'),
    }),
    routes: identityRoutes(tables, now),
    jobs: [removeExpired(tables)],
    /** Invites somebody, and mails the link, as part of a transaction. */
    createInvitation: (within: PoolClient, wanted: InvitationRequest) =>
      createInvitation(within, wanted, { configuration, now, mails }),
  }
}
