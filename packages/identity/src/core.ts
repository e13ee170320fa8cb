import type { Result } from '@binnacle/contract/core'
import { digest, keyedDigest, newToken } from './codes.ts'
import type { AssuranceLevel, Flow, FlowError, FlowKind } from './flow.ts'
import { createForms } from './forms.ts'
import { limitedAddress } from './limited-address.ts'
import { accountGuesses, addressGuesses, secondFactorGuesses } from './guessing.ts'
import type { AccountAttempt, GuessLimit, IdentityStore, Method, Person, SessionRecord } from './store.ts'
import { withParameter } from './return-to.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A session ends so long after it began, used or not. */
export const SESSION_MILLISECONDS = 14 * DAY
/** A session that nobody uses ends so much earlier. */
export const IDLE_MILLISECONDS = 3 * DAY
/** For so long after a password or code was given, sensitive things may be changed. */
const PRIVILEGED_MILLISECONDS = 15 * MINUTE
/** A mailed code is valid for so long. */
export const CODE_MILLISECONDS = 15 * MINUTE
/** A browser that somebody signed in with is known for so long. */
export const DEVICE_MILLISECONDS = 365 * DAY

/** Who may create an account: anyone, those with an invitation, or nobody. */
type RegistrationMode = 'open' | 'invitation' | 'closed'

export interface IdentityOptions {
  store: IdentityStore
  /** Key for the tokens of forms, for codes and for what limits are counted by. */
  key: Buffer
  seal(text: string): string
  unseal(sealed: string): Result<string, string>
  isSealed(text: string): boolean
  now(): Date
  newId(): string
  /** Address of the product, without slash at the end; flows are submitted to /kratos below it. */
  publicUrl: string
  registration: RegistrationMode
  /** Asked for before the first administrator is created, unless the request comes from this machine. */
  setupCode: string
}

/** What of a browser's request matters to a flow. */
export interface BrowserRequest {
  /** Value of the browser's form cookie, if it has one. */
  csrfCookie: string | undefined
  session: SessionRecord | undefined
  /** Value of the cookie that shows that somebody signed in with this browser before. */
  deviceCookie: string | undefined
  userAgent: string | undefined
  address: string | undefined
  /** Whether it was made on the machine of the product. */
  local: boolean
}

export interface SignedIn {
  /** Goes into the session cookie; kept nowhere else. */
  token: string
  session: SessionRecord
  /** Goes into the device cookie. */
  device?: string
}

/** What a submitted form led to. */
export interface Submitted {
  /** The form again: with what is wrong (400), or a step further (200). */
  form?: { flow: Flow; status: 200 | 400 }
  /** A new or renewed session. */
  signedIn?: SignedIn
  /** Where the browser goes when all is done. */
  goTo?: string
  /** The browser must go there also when a script asks. */
  mustGo?: boolean
}

export type Fields = Readonly<Record<string, string>>
export type FlowResult<Value> = Promise<Result<Value, FlowError>>

/** Pages of the product that show the forms. */
export const pages: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
}

/** Whether somebody has shown all that their account asks for. */
export function isComplete(session: SessionRecord): boolean {
  return !session.secondFactor || session.aal === 'aal2'
}

/** Whether the role of somebody demands a second factor that they have yet to set up. */
export function lacksDemandedFactor(session: SessionRecord): boolean {
  return session.secondFactorDemanded && !session.secondFactor
}

/**
 * Whether somebody came in with a code from an email and has shown nothing else since. Whoever reads the mailbox could
 * have, so such a session must not turn into something that outlives it before a new password is chosen.
 */
export function isRecovered({ methods }: Pick<SessionRecord, 'methods'>): boolean {
  return methods.length > 0 && methods.every(({ method }) => method === 'code')
}

/** Page on which somebody sets up the second factor that their role demands. */
export const FACTOR_PAGE = '/second-factor'

/** Where a browser goes after a sign-in: first to what the session lacks. */
export function afterSignIn(signedIn: SignedIn, returnTo: string): Submitted {
  if (!isComplete(signedIn.session))
    return { signedIn, goTo: withParameter('/login?aal=aal2', 'return_to', returnTo), mustGo: true }
  if (lacksDemandedFactor(signedIn.session) && !returnTo.startsWith(FACTOR_PAGE))
    return { signedIn, goTo: withParameter(FACTOR_PAGE, 'return_to', returnTo), mustGo: true }
  return { signedIn, goTo: returnTo }
}

/** What all flows share: forms, limits, sessions. */
export function createCore(options: IdentityOptions) {
  const { store, key } = options
  const now = () => options.now()
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds)

  /**
   * Opens a session, or gives the one there is another token, so that what was known of it before is worth nothing.
   * @param within where it is stored, together with what it is opened for
   */
  async function signIn(
    within: IdentityStore,
    person: Person,
    request: BrowserRequest,
    shown: { method: Method; aal: AssuranceLevel },
  ): Promise<SignedIn> {
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
    // Always a new one: what the browser had before may have been planted by somebody else, who then knows it.
    const device = newToken()
    const previous = request.deviceCookie === undefined ? undefined : digest(request.deviceCookie)
    await within.replaceDevice(person.id, previous, digest(device), present, later(DEVICE_MILLISECONDS))
    return { token, session, device }
  }

  /**
   * What limits a guess at an account: one of its own for a browser that the account was used with before, so that
   * strangers cannot lock its owner out; else one for the account from everywhere, and one for the address.
   */
  async function guessLimits(
    purpose: 'password' | 'second factor',
    subject: string,
    personId: string | undefined,
    request: BrowserRequest,
  ): Promise<GuessLimit[]> {
    const policy = purpose === 'password' ? accountGuesses : secondFactorGuesses
    const device = request.deviceCookie === undefined ? undefined : digest(request.deviceCookie)
    // Asked also for an account that does not exist, so that time does not tell.
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

  /** Who did something with their account, and from where. */
  const origin = (request: BrowserRequest, person: Person, session = request.session) => ({
    person,
    sessionId: session?.id,
    address: request.address,
    userAgent: request.userAgent,
  })

  /** Writes down what somebody tried. @param person whose account it is about, if that is known */
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
    /** Whether sensitive things may be changed: a password or second factor was given a short time ago. */
    isPrivileged: (session: SessionRecord) => isFresh(session) && !isRecovered(session),
    /** Whether a password may be chosen: also a code from an email was given a short time ago. */
    mayChoosePassword: (session: SessionRecord) => isFresh(session),
  }
}

export type Core = ReturnType<typeof createCore>
