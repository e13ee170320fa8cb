import { DAY, MINUTE } from '@binnacle/contract/core'
import type { Result } from '@binnacle/contract/core'
import { digest, keyedDigest, newToken } from './codes.ts'
import type { AssuranceLevel, Flow, FlowError, FlowKind } from './flow.ts'
import { createForms } from './forms.ts'
import { limitedAddress } from './limited-address.ts'
import { accountGuesses, addressGuesses, secondFactorGuesses } from './guessing.ts'
import type { AccountAttempt, GuessLimit, IdentityStore, Method, Person, SessionRecord } from './store.ts'
import { withParameter } from './return-to.ts'

/** A session ends this long after it began, even if it is used. */
export const SESSION_MILLISECONDS = 14 * DAY
/** A session ends after this time without use. */
export const IDLE_MILLISECONDS = 3 * DAY
/** For this long after giving a password or code, a person may change sensitive things. */
const PRIVILEGED_MILLISECONDS = 15 * MINUTE
/** Lifetime of an emailed code. */
export const CODE_MILLISECONDS = 15 * MINUTE
/** For this long the product recognizes a browser that a person signed in with. */
export const DEVICE_MILLISECONDS = 365 * DAY

/** Who may create an account: anyone, those with an invitation, or nobody. */
type RegistrationMode = 'open' | 'invitation' | 'closed'

export interface IdentityOptions {
  store: IdentityStore
  /** Key for form tokens, codes, and the subjects of limits. */
  key: Buffer
  seal(text: string): string
  unseal(sealed: string): Result<string, string>
  isSealed(text: string): boolean
  now(): Date
  newId(): string
  /** Address of the product, without a slash at the end. Flows are submitted to /kratos below it. */
  publicUrl: string
  registration: RegistrationMode
  /** Required to create the first administrator, unless the request comes from this machine. */
  setupCode: string
}

/** The facts of a browser's request that flows use. */
export interface BrowserRequest {
  /** Value of the browser's form cookie, if it has one. */
  csrfCookie: string | undefined
  session: SessionRecord | undefined
  /** Value of the cookie that shows that a person signed in with this browser before. */
  deviceCookie: string | undefined
  userAgent: string | undefined
  address: string | undefined
  /** Whether the request was made on the machine of the product. */
  local: boolean
}

export interface IssuedSession {
  /** For the session cookie. Not stored anywhere else. */
  token: string
  session: SessionRecord
  /** For the device cookie. */
  device?: string
}

/** The result of a submitted form. */
export interface SubmitResult {
  /** The form again: with errors (400), or at its next step (200). */
  form?: { flow: Flow; status: 200 | 400 }
  /** A new or renewed session. */
  signedIn?: IssuedSession
  /** Where the browser goes when the flow is complete. */
  goTo?: string
  /** Whether the browser must go there even if a script sent the form. */
  mustGo?: boolean
}

export type Fields = Readonly<Record<string, string>>
export type FlowResult<Value> = Promise<Result<Value, FlowError>>

/** Pages of the product that show the forms of flows. */
export const pages: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
}

/** Whether a session has every factor that its account needs. */
export function isComplete(session: SessionRecord): boolean {
  return !session.secondFactor || session.aal === 'aal2'
}

/** Whether a role of the person demands a second factor that they have not set up. */
export function lacksDemandedFactor(session: SessionRecord): boolean {
  return session.secondFactorDemanded && !session.secondFactor
}

/**
 * Whether a person signed in with an emailed code and has given nothing else since. Anyone who reads the mailbox
 * could do this, so such a session must not create anything that outlives it before a new password is chosen.
 */
export function isRecovered({ methods }: Pick<SessionRecord, 'methods'>): boolean {
  return methods.length > 0 && methods.every(({ method }) => method === 'code')
}

/** Page to set up the second factor that a role demands. */
export const FACTOR_PAGE = '/second-factor'

/** Where a browser goes after a sign-in: first to the factor that the session lacks. */
export function afterSignIn(signedIn: IssuedSession, returnTo: string): SubmitResult {
  if (!isComplete(signedIn.session))
    return { signedIn, goTo: withParameter('/login?aal=aal2', 'return_to', returnTo), mustGo: true }
  if (lacksDemandedFactor(signedIn.session) && !returnTo.startsWith(FACTOR_PAGE))
    return { signedIn, goTo: withParameter(FACTOR_PAGE, 'return_to', returnTo), mustGo: true }
  return { signedIn, goTo: returnTo }
}

/** Creates the parts that all flows share: forms, limits, sessions. */
export function createCore(options: IdentityOptions) {
  const { store, key } = options
  const now = () => options.now()
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds)

  /**
   * Opens a session, or gives the current one a new token, so that its old token is worthless.
   * @param within store of the transaction in which the session is written
   */
  async function signIn(
    within: IdentityStore,
    person: Person,
    request: BrowserRequest,
    shown: { method: Method; aal: AssuranceLevel },
  ): Promise<IssuedSession> {
    const token = newToken()
    const before = request.session?.person.id === person.id ? request.session : undefined
    const present = now()
    const method = { method: shown.method, aal: shown.aal, completed_at: present.toISOString() }
    const aal = before?.aal === 'aal2' ? 'aal2' : shown.aal
    const methods = [...(before?.methods ?? []).filter((known) => known.method !== shown.method), method]
    if (before === undefined)
      await within.createSession({
        tokenDigest: digest(token),
        personId: person.id,
        now: present,
        expiresAt: later(SESSION_MILLISECONDS),
        aal,
        methods,
        userAgent: request.userAgent,
        address: request.address,
      })
    else
      await within.renewSession(before.id, {
        tokenDigest: digest(token),
        aal,
        methods,
        authenticatedAt: present,
      })
    const session = await within.session(digest(token), present)
    if (session === undefined) throw new Error('a session that was just made is not there')
    await within.audit({
      ...origin(request, person, session),
      target: { resource: 'sessions', id: session.id },
      action: !isComplete(session)
        ? 'enter password'
        : before !== undefined && isComplete(before)
          ? 'confirm identity'
          : 'sign in',
      after: { methods: methods.map((known) => known.method).join(', '), aal },
    })
    if (!isComplete(session)) return { token, session }
    // Always a new token: somebody else may have planted the old one in the browser, and then knows it.
    const device = newToken()
    const previous = request.deviceCookie === undefined ? undefined : digest(request.deviceCookie)
    await within.replaceDevice(person.id, previous, digest(device), present, later(DEVICE_MILLISECONDS))
    return { token, session, device }
  }

  /**
   * Returns the limits for a guess at an account. A browser that the account was used with before has its own limit,
   * so that strangers cannot lock the owner out. Other browsers share one limit for the account and one for their
   * address.
   */
  async function guessLimits(
    purpose: 'password' | 'second factor',
    subject: string,
    personId: string | undefined,
    request: BrowserRequest,
  ): Promise<GuessLimit[]> {
    const policy = purpose === 'password' ? accountGuesses : secondFactorGuesses
    const device = request.deviceCookie === undefined ? undefined : digest(request.deviceCookie)
    // Checked even if the account does not exist, so that the response time reveals nothing.
    const known =
      device !== undefined && (await store.isKnownDevice(personId ?? options.newId(), device, now()))
    if (known && device !== undefined)
      return [{ subject: keyedDigest(key, purpose, subject, device.toString('hex')), policy }]
    return [
      { subject: keyedDigest(key, purpose, subject), policy },
      addressLimit('guesses', request.address, addressGuesses),
    ]
  }

  function addressLimit(
    purpose: string,
    address: string | undefined,
    policy: GuessLimit['policy'],
  ): GuessLimit {
    return { subject: keyedDigest(key, purpose, 'address', limitedAddress(address ?? '')), policy }
  }

  const isFresh = (session: SessionRecord) =>
    now().getTime() - session.authenticatedAt.getTime() < PRIVILEGED_MILLISECONDS

  /** Who changed their account, and from where. */
  const origin = (request: BrowserRequest, person: Person, session = request.session) => ({
    person,
    sessionId: session?.id,
    address: request.address,
    userAgent: request.userAgent,
  })

  /** Records an attempt in the audit log. @param person owner of the account, if known */
  const attempted = (
    request: BrowserRequest,
    person: Person | undefined,
    action: AccountAttempt['action'],
    reason: AccountAttempt['reason'],
  ) => {
    const { address, userAgent } = request
    store.auditAttempt({ person, address, userAgent, action, reason })
  }

  return {
    options,
    store,
    origin,
    attempted,
    now,
    later,
    ...createForms(options),
    signIn,
    guessLimits,
    addressLimit,
    codeDigest: (flowId: string, code: string) => keyedDigest(key, 'code', flowId, code),
    sharedCodeDigest: (kind: FlowKind, email: string, code: string) =>
      keyedDigest(key, 'shared code', kind, email, code),
    backupDigest: (personId: string, code: string) => keyedDigest(key, 'backup code', personId, code),
    accountSubject: (purpose: string, email: string) => keyedDigest(key, purpose, 'account', email),
    /** Whether sensitive things may be changed: a password or second factor was given recently. */
    isPrivileged: (session: SessionRecord) => isFresh(session) && !isRecovered(session),
    /** Whether a password may be chosen. A recent emailed code is enough. */
    mayChoosePassword: (session: SessionRecord) => isFresh(session),
  }
}

export type Core = ReturnType<typeof createCore>
