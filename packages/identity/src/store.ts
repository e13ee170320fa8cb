import type { AssuranceLevel, FlowKind, FlowNode, FlowState, Message, NextStep } from './flow.ts'
import type { GuessPolicy } from './guessing.ts'
import type { Mail } from './mails.ts'

/** A flow as it is stored. */
export interface StoredFlow {
  id: string
  kind: FlowKind
  /** Digest of the browser's cookie: only that browser may read and submit the flow. */
  csrfDigest: Buffer
  /** Digest of the network address that it was created from. */
  requester: Buffer
  /** Whose flow it is, where it is somebody's. */
  personId?: string
  content: FlowContent
  issuedAt: Date
  expiresAt: Date
}

export interface FlowContent {
  returnTo: string
  refresh: boolean
  requestedAal: AssuranceLevel
  state?: FlowState
  /** Texts that are not for other eyes are sealed; they are opened when the flow is shown. */
  nodes: FlowNode[]
  messages: Message[]
  continueWith?: NextStep[]
  /** What the service remembers from one step to the next; never shown. */
  memory: Readonly<Record<string, string>>
}

export interface Person {
  id: string
  email: string
  name: string
  /** The part of the name that comes first, where it is known. */
  firstName: string | undefined
}

export interface Account extends Person {
  /** Absent for somebody who never chose a password. */
  passwordHash: string | undefined
  emailVerified: boolean
}

export type Method = 'password' | 'code' | 'totp' | 'lookup_secret'

/** How somebody showed who they are. */
export interface CompletedMethod {
  method: Method
  aal: AssuranceLevel
  completed_at: string
}

export interface SessionRecord {
  id: string
  person: Person
  /** When a password or code was last given. */
  authenticatedAt: Date
  issuedAt: Date
  expiresAt: Date
  aal: AssuranceLevel
  methods: readonly CompletedMethod[]
  /** Whether this person has a second factor, without which the session is of no use. */
  secondFactor: boolean
  /** Whether a role of this person demands a second factor. */
  secondFactorDemanded: boolean
}

/** A session of the list of one's own. */
export interface ListedSession extends SessionRecord {
  userAgent: string | undefined
  address: string | undefined
  lastSeenAt: Date
}

interface NewSession {
  tokenDigest: Buffer
  personId: string
  now: Date
  expiresAt: Date
  aal: AssuranceLevel
  methods: readonly CompletedMethod[]
  userAgent: string | undefined
  address: string | undefined
}

/** A code that was mailed. */
export interface MailedCode {
  flowId: string
  /** Undefined where no email was sent for the flow: it takes any code that is valid for its address. */
  digest: Buffer | undefined
  /** The code by purpose and address, for flows without an email of their own. */
  sharedDigest: Buffer | undefined
  /** Undefined when no account has the address: no code is right then. */
  personId: string | undefined
  email: string
  expiresAt: Date
}

interface TotpSecret {
  sealed: string
  /** The last step whose code was used. */
  lastStep: number
}

export interface OpenInvitation {
  id: string
  email: string
  firstName: string
  lastName: string
  state: 'open' | 'used' | 'expired'
}

export interface GuessLimit {
  subject: Buffer
  policy: GuessPolicy
}

/** Guesses that got through and can be taken back, or the time at which to come again. */
type GuessReservation = { ok: true; ids: readonly number[] } | { ok: false; retryAt: Date }

/** Where the identity service keeps what must survive. Implemented by the product over its database. */
export interface IdentityStore {
  /** All of the work or nothing of it; also the mails. */
  transaction<Value>(work: (store: IdentityStore) => Promise<Value>): Promise<Value>

  saveFlow(flow: StoredFlow): Promise<void>
  /**
   * Whether somebody may create another flow.
   * @returns undefined if so, else the time to come again
   */
  flowsBlockedUntil(requester: Buffer, now: Date): Promise<Date | undefined>
  flow(id: string, kind: FlowKind): Promise<StoredFlow | undefined>
  /** Ends a flow, so that it cannot be submitted again. @returns whether it was open */
  endFlow(id: string, now: Date): Promise<boolean>

  accountByEmail(email: string): Promise<Account | undefined>
  account(personId: string): Promise<Account | undefined>
  anyPersonExists(): Promise<boolean>
  /**
   * Creates the first person, with the role of administrator, if there is none.
   * @returns undefined when somebody was faster
   */
  createFirstPerson(account: NewPerson): Promise<Person | undefined>
  /** @returns undefined when the address has an account */
  createPerson(account: NewPerson & { role: 'viewer' }): Promise<Person | undefined>
  /** @returns undefined when the invitation is used, has expired, or its address has an account */
  acceptInvitation(
    id: string,
    account: Pick<NewPerson, 'name' | 'firstName' | 'passwordHash'>,
    now: Date,
  ): Promise<Person | undefined>
  invitation(digest: Buffer, now: Date): Promise<OpenInvitation | undefined>
  rename(personId: string, name: Pick<NewPerson, 'name' | 'firstName'>): Promise<void>
  setPassword(personId: string, hash: string, now: Date): Promise<void>
  /** Gives somebody a verified address. @returns whether it was free */
  setEmail(personId: string, email: string, now: Date): Promise<boolean>
  markVerified(personId: string, email: string, now: Date): Promise<void>

  createSession(session: NewSession): Promise<void>
  /** The session, if it is still open; notes that it was seen. */
  session(tokenDigest: Buffer, now: Date): Promise<SessionRecord | undefined>
  /** Gives a session another token, and notes what was shown. */
  renewSession(
    id: string,
    change: Pick<NewSession, 'tokenDigest' | 'aal' | 'methods'> & { authenticatedAt: Date },
  ): Promise<void>
  endSession(tokenDigest: Buffer): Promise<void>
  /** @returns whether it was there */
  endSessionOf(personId: string, id: string): Promise<boolean>
  /** Ends all sessions of somebody but some. @returns how many */
  endSessionsExcept(personId: string, keptIds: readonly string[]): Promise<number>
  /** Revokes all access tokens of somebody but some. @returns the names of those that ended */
  endTokensExcept(personId: string, keptIds: readonly string[]): Promise<string[]>
  /** Valid access tokens of somebody, by name. */
  tokensOf(personId: string, now: Date): Promise<{ id: string; name: string }[]>
  sessionsOf(personId: string, now: Date): Promise<ListedSession[]>

  /** Replaces the code of the flow. One without a digest leaves what was emailed before to other flows. */
  saveCode(code: MailedCode): Promise<void>
  /** Counts a try of the flow's code. @returns the code if it may be tried still */
  tryCode(flowId: string, now: Date): Promise<MailedCode | undefined>
  /** Whether a code that was emailed has this digest and is still valid. */
  isSharedCode(digest: Buffer, now: Date): Promise<boolean>
  /** Whether any code was emailed to an address that flows of the kind can share. */
  hasSharedCode(kind: FlowKind, email: string, now: Date): Promise<boolean>
  /** Ends all codes of the kind that were emailed to an address: one of them was used. */
  dropCodes(kind: FlowKind, email: string): Promise<void>

  totp(personId: string): Promise<TotpSecret | undefined>
  setTotp(personId: string, secret: TotpSecret, now: Date): Promise<void>
  /** Notes the step of a code. @returns false when this or a later one was used already */
  useTotpStep(personId: string, step: number): Promise<boolean>
  /** Takes away the second factor, backup codes included. */
  removeTotp(personId: string): Promise<void>
  setBackupCodes(personId: string, digests: readonly Buffer[]): Promise<void>
  /** @returns whether it was there and unused, was used before, or never was */
  useBackupCode(personId: string, digest: Buffer, now: Date): Promise<'right' | 'used' | 'unknown'>
  /** How many are left unused; undefined without any. */
  backupCodesLeft(personId: string): Promise<number | undefined>

  isKnownDevice(personId: string, digest: Buffer, now: Date): Promise<boolean>
  /** Makes a browser known in the place of what it showed before, which is forgotten. */
  replaceDevice(
    personId: string,
    previous: Buffer | undefined,
    digest: Buffer,
    now: Date,
    expiresAt: Date,
  ): Promise<void>
  forgetDevices(personId: string): Promise<void>

  /** Lets one guess through if all limits do, and counts it for each. */
  reserveGuess(limits: readonly GuessLimit[], now: Date): Promise<GuessReservation>
  /** Takes back guesses that were right. */
  forgiveGuess(ids: readonly number[]): Promise<void>

  /** Writes down a change of an account. */
  audit(change: AccountChange): Promise<void>
  /**
   * Writes down what somebody tried who has not shown who they are. Nobody waits for it, so that the time of an answer
   * does not tell which accounts there are; it never fails, and belongs to no transaction.
   */
  auditAttempt(attempt: AccountAttempt): void

  /** Sends a mail once the transaction is done; undefined takes the same time and sends nothing. */
  sendMail(mail: Mail | undefined): Promise<void>
}

/** What somebody did with their own account. */
interface AccountChange {
  person: Pick<Person, 'id' | 'email' | 'name'>
  sessionId: string | undefined
  address: string | undefined
  userAgent?: string | undefined
  /** What it was done to, where that is not the account itself. */
  target?: { resource: 'sessions' | 'invitations'; id: string | null }
  action:
    | 'enter password'
    | 'sign in'
    | 'confirm identity'
    | 'sign out'
    | 'end session'
    | 'end other sessions'
    | 'verify email'
    | 'accept invitation'
    | 'create'
    | 'update'
    | 'recover'
    | 'change password'
    | 'add second factor'
    | 'remove second factor'
    | 'change backup codes'
  before?: Readonly<Record<string, string>>
  after?: Readonly<Record<string, string>>
}

/** What somebody tried who has not shown who they are. */
export interface AccountAttempt {
  /** Whose account it concerns, where the address that was typed has one. */
  person: Pick<Person, 'id' | 'name'> | undefined
  address: string | undefined
  userAgent: string | undefined
  action: 'sign-in failed' | 'second factor failed' | 'recovery requested' | 'recovery failed'
  reason: 'wrong password' | 'unknown account' | 'wrong code' | 'too many attempts' | 'code sent'
}

export interface NewPerson {
  email: string
  name: string
  firstName: string | undefined
  passwordHash: string
  emailVerified: boolean
}
