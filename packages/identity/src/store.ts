import type { AssuranceLevel, FlowKind, FlowNode, FlowState, Message, NextStep } from './flow.ts'
import type { GuessPolicy } from './guessing.ts'
import type { Mail } from './mails.ts'

/** A stored flow. */
export interface StoredFlow {
  id: string
  kind: FlowKind
  /** Digest of the browser's cookie: only that browser may read and submit the flow. */
  csrfDigest: Buffer
  /** Digest of the network address that it was created from. */
  requester: Buffer
  /** Owner of the flow, if it has one. */
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
  /** Secret texts are sealed, and opened when the flow is shown. */
  nodes: FlowNode[]
  messages: Message[]
  continueWith?: NextStep[]
  /** Values that the service stores between steps. Never shown. */
  memory: Readonly<Record<string, string>>
}

export interface Person {
  id: string
  email: string
  name: string
  /** The first name, if known. */
  firstName: string | undefined
}

export interface Account extends Person {
  /** Undefined for a person who never chose a password. */
  passwordHash: string | undefined
  emailVerified: boolean
}

export type Method = 'password' | 'code' | 'totp' | 'lookup_secret'

/** A method with which a person proved who they are. */
export interface CompletedMethod {
  method: Method
  aal: AssuranceLevel
  completed_at: string
}

export interface SessionRecord {
  id: string
  person: Person
  /** When the person last gave a password or code. */
  authenticatedAt: Date
  issuedAt: Date
  expiresAt: Date
  aal: AssuranceLevel
  methods: readonly CompletedMethod[]
  /** Whether the person has a second factor. Without giving it the session cannot be used. */
  secondFactor: boolean
  /** Whether a role of this person demands a second factor. */
  secondFactorDemanded: boolean
}

/** A session in a person's own list. */
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

/** An emailed code. */
export interface MailedCode {
  flowId: string
  /** Undefined if no email was sent for the flow. It then accepts any valid code for its address. */
  digest: Buffer | undefined
  /** Digest of the code with purpose and address, for flows that share the code. */
  sharedDigest: Buffer | undefined
  /** Undefined if no account has the address. Then no code is right. */
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

/** Allowed guesses that can be taken back, or the time at which to retry. */
type GuessReservation = { ok: true; ids: readonly number[] } | { ok: false; retryAt: Date }

/** Persistent storage of the identity service. The product implements it on its database. */
export interface IdentityStore {
  /** Commits all of the work, emails included, or nothing. */
  transaction<Value>(work: (store: IdentityStore) => Promise<Value>): Promise<Value>

  saveFlow(flow: StoredFlow): Promise<void>
  /**
   * Whether a requester may create another flow.
   * @returns undefined if so, otherwise the time to retry
   */
  flowsBlockedUntil(requester: Buffer, now: Date): Promise<Date | undefined>
  flow(id: string, kind: FlowKind): Promise<StoredFlow | undefined>
  /** Ends a flow, so that it cannot be submitted again. @returns whether it was open */
  endFlow(id: string, now: Date): Promise<boolean>

  accountByEmail(email: string): Promise<Account | undefined>
  account(personId: string): Promise<Account | undefined>
  anyPersonExists(): Promise<boolean>
  /**
   * Creates the first person, as administrator, if nobody has an account.
   * @returns undefined if somebody else was faster
   */
  createFirstPerson(account: NewPerson): Promise<Person | undefined>
  /** @returns undefined if the address has an account */
  createPerson(account: NewPerson & { role: 'viewer' }): Promise<Person | undefined>
  /** @returns undefined if the invitation is used or expired, or its address has an account */
  acceptInvitation(
    id: string,
    account: Pick<NewPerson, 'name' | 'firstName' | 'passwordHash'>,
    now: Date,
  ): Promise<Person | undefined>
  invitation(digest: Buffer, now: Date): Promise<OpenInvitation | undefined>
  rename(personId: string, name: Pick<NewPerson, 'name' | 'firstName'>): Promise<void>
  setPassword(personId: string, hash: string, now: Date): Promise<void>
  /** Gives a person a verified address. @returns whether the address was free */
  setEmail(personId: string, email: string, now: Date): Promise<boolean>
  markVerified(personId: string, email: string, now: Date): Promise<void>

  createSession(session: NewSession): Promise<void>
  /** Returns the session if it is open, and updates when it was last seen. */
  session(tokenDigest: Buffer, now: Date): Promise<SessionRecord | undefined>
  /** Gives a session a new token, and stores the completed methods. */
  renewSession(
    id: string,
    change: Pick<NewSession, 'tokenDigest' | 'aal' | 'methods'> & { authenticatedAt: Date },
  ): Promise<void>
  endSession(tokenDigest: Buffer): Promise<void>
  /** @returns whether the session existed */
  endSessionOf(personId: string, id: string): Promise<boolean>
  /** Ends all sessions of a person except some. @returns how many ended */
  endSessionsExcept(personId: string, keptIds: readonly string[]): Promise<number>
  /** Revokes all access tokens of a person except some. @returns the names of the revoked tokens */
  endTokensExcept(personId: string, keptIds: readonly string[]): Promise<string[]>
  /** Valid access tokens of a person, by name. */
  tokensOf(personId: string, now: Date): Promise<{ id: string; name: string }[]>
  sessionsOf(personId: string, now: Date): Promise<ListedSession[]>

  /**
   * Replaces the code of the flow. If the new code has no digest, codes that were emailed before stay valid for other
   * flows.
   */
  saveCode(code: MailedCode): Promise<void>
  /** Counts a try of the flow's code. @returns the code if it may still be tried */
  tryCode(flowId: string, now: Date): Promise<MailedCode | undefined>
  /** Whether an emailed code has this digest and is still valid. */
  isSharedCode(digest: Buffer, now: Date): Promise<boolean>
  /** Whether a code was emailed to an address that flows of the kind can share. */
  hasSharedCode(kind: FlowKind, email: string, now: Date): Promise<boolean>
  /** Ends all codes of the kind that were emailed to an address, because one of them was used. */
  dropCodes(kind: FlowKind, email: string): Promise<void>

  totp(personId: string): Promise<TotpSecret | undefined>
  setTotp(personId: string, secret: TotpSecret, now: Date): Promise<void>
  /** Stores the step of a used code. @returns false if this or a later step was already used */
  useTotpStep(personId: string, step: number): Promise<boolean>
  /** Removes the second factor and the backup codes. */
  removeTotp(personId: string): Promise<void>
  setBackupCodes(personId: string, digests: readonly Buffer[]): Promise<void>
  /** @returns whether the code is unused (`right`), was used before, or never existed */
  useBackupCode(personId: string, digest: Buffer, now: Date): Promise<'right' | 'used' | 'unknown'>
  /** Number of unused backup codes. Undefined if the person has none at all. */
  backupCodesLeft(personId: string): Promise<number | undefined>

  isKnownDevice(personId: string, digest: Buffer, now: Date): Promise<boolean>
  /** Registers a browser, and forgets the token it showed before. */
  replaceDevice(
    personId: string,
    previous: Buffer | undefined,
    digest: Buffer,
    now: Date,
    expiresAt: Date,
  ): Promise<void>
  forgetDevices(personId: string): Promise<void>

  /** Allows one guess if all limits do, and counts it for each. */
  reserveGuess(limits: readonly GuessLimit[], now: Date): Promise<GuessReservation>
  /** Takes back guesses that were right. */
  forgiveGuess(ids: readonly number[]): Promise<void>

  /** Records a change of an account in the audit log. */
  audit(change: AccountChange): Promise<void>
  /**
   * Records an attempt of a person who has not signed in. Callers do not wait for it, so that the response time does
   * not reveal which accounts exist. It never fails, and belongs to no transaction.
   */
  auditAttempt(attempt: AccountAttempt): void

  /** Sends an email after the transaction is committed. Undefined takes the same time and sends nothing. */
  sendMail(mail: Mail | undefined): Promise<void>
}

/** A change that a person made to their own account. */
interface AccountChange {
  person: Pick<Person, 'id' | 'email' | 'name'>
  sessionId: string | undefined
  address: string | undefined
  userAgent?: string | undefined
  /** The object of the change, if it is not the account itself. */
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

/** An attempt of a person who has not signed in. */
export interface AccountAttempt {
  /** Owner of the account with the typed address, if there is one. */
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
