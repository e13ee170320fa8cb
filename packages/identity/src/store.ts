import type { FlowKind, InputNode, Message } from './flow.ts'

/** A flow as it is stored. */
export interface StoredFlow {
  id: string
  kind: FlowKind
  /** Digest of the browser's cookie: only that browser may read and submit the flow. */
  csrfDigest: Buffer
  returnTo: string
  refresh: boolean
  ui: { nodes: InputNode[]; messages: Message[] }
  issuedAt: Date
  expiresAt: Date
}

export interface Person {
  id: string
  email: string
  name: string
}

export interface Account extends Person {
  passwordHash: string
}

export interface SessionRecord {
  id: string
  person: Person
  authenticatedAt: Date
  issuedAt: Date
  expiresAt: Date
}

/** Where the identity service keeps what must survive. Implemented by the product over its database. */
export interface IdentityStore {
  saveFlow(flow: StoredFlow): Promise<void>
  flow(id: string, kind: FlowKind): Promise<StoredFlow | undefined>
  /** Ends a flow, so that it cannot be submitted again. @returns whether it was open */
  endFlow(id: string, now: Date): Promise<boolean>
  accountByEmail(email: string): Promise<Account | undefined>
  anyPersonExists(): Promise<boolean>
  /**
   * Creates the first person, with the role of administrator, if there is none.
   * @returns undefined when somebody was faster
   */
  createFirstPerson(account: Omit<Account, 'id'>): Promise<Person | undefined>
  createSession(session: {
    tokenDigest: Buffer
    personId: string
    now: Date
    expiresAt: Date
    userAgent: string | undefined
    address: string | undefined
  }): Promise<void>
  /** The session, if it is still open; notes that it was seen. */
  session(tokenDigest: Buffer, now: Date): Promise<SessionRecord | undefined>
  endSession(tokenDigest: Buffer): Promise<void>
}
