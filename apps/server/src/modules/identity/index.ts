import { getCookie } from 'hono/cookie'
import { createIdentityService, hashPassword, normaliseEmail, passwordFault } from '@binnacle/identity'
import { SECOND_FACTOR_ROLES } from '@binnacle/contract/health'
import { auditRecorder } from '../../platform/audit/module.ts'
import { isLoopback } from '../../platform/http/security.ts'
import { signIn } from '../../platform/http/sign-in.ts'
import { newId } from '../../platform/ids.ts'
import type { OpenModule } from '../../platform/module.ts'
import { StartFailure } from '../../platform/start-failure.ts'
import { peopleAccounts } from '../people/index.ts'
import { propertiesInForce } from '../properties/index.ts'
import { endSessions, removeCredentials } from './accounts.ts'
import { createAuthentication } from './authenticate.ts'
import { administrationRoutes } from './administration.ts'
import { removeExpired } from './cleaning.ts'
import { createErrorStore } from './errors.ts'
import { cookieNames } from './http/cookies.ts'
import { createIdentityHttp } from './http/index.ts'
import { createInvitation } from './invitations.ts'
import { withdrawInvitation } from './open-invitations.ts'
import { identityRoutes } from './routes.ts'
import { parseRoles } from './second-factor.ts'
import { createIdentityStore } from './store/index.ts'
import type { IdentityTables } from './tables.ts'
import { createTokenNetworks } from './token-networks.ts'

export { LONGEST_TOKEN_DAYS } from './access-tokens.ts'
export { addPerson, addToken, COMMAND_LINE } from './by-hand.ts'
export { createInvitation, type InvitationRequest } from './invitations.ts'

/** Characters of Base64; 12 are 72 bits. */
const SETUP_CODE_LENGTH = 12

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // The list of users has those who were invited too.
  'core.invitations',
] as const

/** Accounts: passwords, second factors, sessions, invitations and access tokens. */
export const openIdentity: OpenModule = async (platform) => {
  const { database, clock, secrets, mails, configuration, clientAddress, log } = platform
  const properties = propertiesInForce.of(platform)
  const now = () => clock.now()
  const tables = database.tables.$extendTables<IdentityTables>()
  const demandedRoles = () => parseRoles(properties.value(SECOND_FACTOR_ROLES))
  const secure = configuration.publicUrl.startsWith('https:')
  const store = createIdentityStore(tables, {
    mails,
    now,
    recorder: auditRecorder.of(platform),
    demandedRoles,
  })
  // The same in every process and after a restart.
  const setupCode = secrets.keyFor('set-up code').toString('base64url').slice(0, SETUP_CODE_LENGTH)
  // If other machines can reach the server, creating the first account needs the code.
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
   * Creates the configured administrator if there is no account.
   * @returns whether it created one
   * @throws StartFailure if the password breaks the password rules
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

  if (await ensureAdministrator()) log.info('created the first administrator')
  const invitations = { configuration, now, mails }
  const cookie = cookieNames(secure).session
  signIn.offer(platform, {
    authenticate: createAuthentication({ tables, service, now, sessionCookie: cookie, demandedRoles }),
    carriesSession: (context) => getCookie(context, cookie) !== undefined,
    newNetwork: createTokenNetworks(database.pool, log),
    setup: async () => ({ needed: await service.needsSetup(), code: setupCode, exposed }),
    http: createIdentityHttp({
      service,
      errors: createErrorStore(tables, now),
      clientAddress,
      bodyPace: platform.http.bodyPace,
      publicOrigin: new URL(configuration.publicUrl).origin,
      secure,
      exposed,
    }),
  })
  peopleAccounts.offer(platform, {
    endSessions,
    removeCredentials,
    withdrawInvitation: (id, actor) =>
      tables.transaction().execute((within) => withdrawInvitation(within, id, actor, now())),
    createInvitation: (within, wanted) => createInvitation(within, wanted, invitations),
  })
  return {
    name: 'identity',
    routes: [
      ...identityRoutes(tables, now),
      ...administrationRoutes({ database, tables, now, properties, invitations }),
    ],
    jobs: [removeExpired(tables)],
  }
}
