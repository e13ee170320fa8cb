import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract'
import {
  type Flow,
  type FlowError,
  type FlowKind,
  inputNode,
  type InputNode,
  type Message,
  withMessages,
} from './flow.ts'
import { messages } from './messages.ts'
import {
  hashPassword,
  LONGEST_PASSWORD,
  SHORTEST_PASSWORD,
  verifyNothing,
  verifyPassword,
} from './password.ts'
import type { IdentityStore, SessionRecord, StoredFlow } from './store.ts'

const FLOW_MILLISECONDS = 3_600_000
export const SESSION_MILLISECONDS = 14 * 86_400_000

export interface IdentityOptions {
  store: IdentityStore
  /** Key for the tokens of forms and of signing out. */
  key: Buffer
  now(): Date
  newId(): string
  /** Origin and path that flows are submitted to, without slash at the end. */
  baseUrl: string
  /** Asked for before the first administrator is created, unless the request comes from this machine. */
  setupCode: string
}

/** What of a browser's request matters to a flow. */
export interface BrowserRequest {
  /** Value of the browser's form cookie, if it has one. */
  csrfCookie: string | undefined
  session: SessionRecord | undefined
  userAgent: string | undefined
  address: string | undefined
  /** Whether it was made on the machine of the product. */
  local: boolean
}

export interface SignedIn {
  /** Goes into the session cookie; kept nowhere else. */
  token: string
  session: SessionRecord
  returnTo: string
}

/** What a submitted form led to: signed in, or the form again with what is wrong. */
export type Submitted = { done: true; value: SignedIn } | { done: false; flow: Flow }

/** E-mail addresses are one address in every spelling of case and Unicode form. */
export function normaliseEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase()
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A path of this product, never another site: what a browser would read as another host is refused. */
export function isOwnPath(target: string): boolean {
  return /^\/(?![/\\])/.test(target) && !/[\\\p{Cc}]/u.test(target)
}

const violation: FlowError = {
  status: 403,
  id: 'security_csrf_violation',
  reason: 'The form did not come from the page that this browser was shown.',
}
const expired: FlowError = {
  status: 410,
  id: 'self_service_flow_expired',
  reason: 'The form was open for too long.',
}
const alreadySignedIn: FlowError = {
  status: 400,
  id: 'session_already_available',
  reason: 'You are signed in already.',
}

/** The identity service: flows, sessions, signing out. It knows nothing of HTTP but the shapes. */
export function createIdentityService(options: IdentityOptions) {
  const { store } = options
  const now = () => options.now()
  const sign = (...parts: string[]) =>
    createHmac('sha256', options.key).update(parts.join('\0')).digest('base64url')

  function show(stored: StoredFlow): Flow {
    return {
      id: stored.id,
      type: 'browser',
      issued_at: stored.issuedAt.toISOString(),
      expires_at: stored.expiresAt.toISOString(),
      request_url: `${options.baseUrl}/self-service/${stored.kind}/browser`,
      return_to: stored.returnTo,
      refresh: stored.refresh,
      requested_aal: 'aal1',
      ui: {
        action: `${options.baseUrl}/self-service/${stored.kind}?flow=${stored.id}`,
        method: 'POST',
        ...stored.ui,
      },
    }
  }

  function formOf(kind: FlowKind, csrf: string, local: boolean): InputNode[] {
    const token = inputNode({ name: 'csrf_token', type: 'hidden', value: csrf })
    if (kind === 'login')
      return [
        token,
        inputNode({
          name: 'identifier',
          type: 'email',
          label: messages.identifier,
          autocomplete: 'username',
        }),
        inputNode({
          name: 'password',
          type: 'password',
          label: messages.password,
          autocomplete: 'current-password',
          group: 'password',
        }),
        inputNode({
          name: 'method',
          type: 'submit',
          value: 'password',
          label: messages.signIn,
          group: 'password',
        }),
      ]
    return [
      token,
      ...(local
        ? []
        : [inputNode({ name: 'setup_code', type: 'text', label: messages.setupCode, autocomplete: 'off' })]),
      inputNode({
        name: 'traits.name.first',
        type: 'text',
        label: messages.firstName,
        autocomplete: 'given-name',
      }),
      inputNode({
        name: 'traits.name.last',
        type: 'text',
        label: messages.lastName,
        autocomplete: 'family-name',
      }),
      inputNode({
        name: 'traits.email',
        type: 'email',
        label: messages.identifier,
        autocomplete: 'username',
      }),
      inputNode({
        name: 'password',
        type: 'password',
        label: messages.password,
        autocomplete: 'new-password',
        group: 'password',
      }),
      inputNode({
        name: 'method',
        type: 'submit',
        value: 'password',
        label: messages.signUp,
        group: 'password',
      }),
    ]
  }

  async function create(
    kind: FlowKind,
    request: BrowserRequest,
    wanted: { returnTo: string; refresh: boolean },
  ): Promise<Result<{ flow: Flow; csrfCookie: string }, FlowError>> {
    if (request.session !== undefined && !wanted.refresh) return fail(alreadySignedIn)
    if (!isOwnPath(wanted.returnTo))
      return fail({
        status: 400,
        id: 'self_service_flow_return_to_forbidden',
        reason: 'The return_to address is not allowed.',
      })
    const csrfCookie = request.csrfCookie ?? randomBytes(32).toString('base64url')
    const id = options.newId()
    const issuedAt = now()
    const stored: StoredFlow = {
      id,
      kind,
      csrfDigest: digest(csrfCookie),
      returnTo: wanted.returnTo,
      refresh: wanted.refresh,
      ui: {
        nodes: formOf(kind, sign('csrf', csrfCookie, id), request.local),
        messages: kind === 'registration' ? [messages.firstAdministrator] : [],
      },
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + FLOW_MILLISECONDS),
    }
    await store.saveFlow(stored)
    return succeed({ flow: show(stored), csrfCookie })
  }

  async function find(
    kind: FlowKind,
    id: string,
    request: BrowserRequest,
  ): Promise<Result<StoredFlow, FlowError>> {
    const stored = await store.flow(id, kind)
    if (stored === undefined)
      return fail({ status: 404, id: 'self_service_flow_not_found', reason: 'There is no such form.' })
    if (request.csrfCookie === undefined || !equal(digest(request.csrfCookie), stored.csrfDigest))
      return fail(violation)
    if (stored.expiresAt <= now()) return fail(expired)
    return succeed(stored)
  }

  async function openForm(
    kind: FlowKind,
    id: string,
    request: BrowserRequest,
    fields: Readonly<Record<string, string>>,
  ): Promise<Result<StoredFlow, FlowError>> {
    const stored = await find(kind, id, request)
    if (!stored.ok) return stored
    const expected = sign('csrf', request.csrfCookie ?? '', id)
    return equal(Buffer.from(fields['csrf_token'] ?? ''), Buffer.from(expected)) ? stored : fail(violation)
  }

  /** The form again, with messages; stored so that a reload of the page shows the same. */
  async function again(
    stored: StoredFlow,
    typed: Readonly<Record<string, string>>,
    onForm: readonly Message[],
    onFields: Readonly<Record<string, Message>>,
  ): Promise<Submitted> {
    const next = {
      ...stored,
      ui: { nodes: withMessages(stored.ui.nodes, typed, onFields), messages: [...onForm] },
    }
    await store.saveFlow(next)
    return { done: false, flow: show(next) }
  }

  async function signIn(
    person: { id: string; email: string; name: string },
    request: BrowserRequest,
    returnTo: string,
  ): Promise<SignedIn> {
    const token = randomBytes(32).toString('base64url')
    const issuedAt = now()
    const expiresAt = new Date(issuedAt.getTime() + SESSION_MILLISECONDS)
    await store.createSession({
      tokenDigest: digest(token),
      personId: person.id,
      now: issuedAt,
      expiresAt,
      userAgent: request.userAgent,
      address: request.address,
    })
    const session = await store.session(digest(token), issuedAt)
    if (session === undefined) throw new Error('a session that was just made is not there')
    return { token, session, returnTo }
  }

  function missing(stored: StoredFlow, fields: Readonly<Record<string, string>>): Record<string, Message> {
    return Object.fromEntries(
      stored.ui.nodes
        .map((node) => node.attributes)
        .filter(
          ({ type, name }) => type !== 'hidden' && type !== 'submit' && (fields[name] ?? '').trim() === '',
        )
        .map(({ name }) => [name, messages.required]),
    )
  }

  async function submitLogin(
    id: string,
    request: BrowserRequest,
    fields: Readonly<Record<string, string>>,
  ): Promise<Result<Submitted, FlowError>> {
    const stored = await openForm('login', id, request, fields)
    if (!stored.ok) return stored
    const absent = missing(stored.value, fields)
    if (Object.keys(absent).length > 0) return succeed(await again(stored.value, fields, [], absent))
    const password = fields['password'] ?? ''
    const account = await store.accountByEmail(normaliseEmail(fields['identifier'] ?? ''))
    const right =
      account === undefined
        ? await verifyNothing(password)
        : await verifyPassword(password, account.passwordHash)
    if (account === undefined || !right)
      return succeed(await again(stored.value, fields, [messages.invalidCredentials], {}))
    if (!(await store.endFlow(id, now()))) return fail(expired)
    return succeed({ done: true, value: await signIn(account, request, stored.value.returnTo) })
  }

  function registrationFaults(
    fields: Readonly<Record<string, string>>,
    local: boolean,
  ): Record<string, Message> {
    const faults: Record<string, Message> = {}
    const email = normaliseEmail(fields['traits.email'] ?? '')
    const password = fields['password'] ?? ''
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) faults['traits.email'] = messages.invalidEmail
    if (password.length < SHORTEST_PASSWORD) faults['password'] = messages.passwordTooShort
    else if (password.length > LONGEST_PASSWORD) faults['password'] = messages.passwordTooLong
    else if (password.toLowerCase() === email) faults['password'] = messages.passwordTooSimilar
    if (!local && !equal(digest((fields['setup_code'] ?? '').trim()), digest(options.setupCode)))
      faults['setup_code'] = messages.invalidSetupCode
    return faults
  }

  async function submitRegistration(
    id: string,
    request: BrowserRequest,
    fields: Readonly<Record<string, string>>,
  ): Promise<Result<Submitted, FlowError>> {
    const stored = await openForm('registration', id, request, fields)
    if (!stored.ok) return stored
    const faults = { ...registrationFaults(fields, request.local), ...missing(stored.value, fields) }
    if (Object.keys(faults).length > 0) return succeed(await again(stored.value, fields, [], faults))
    const name = [fields['traits.name.first'], fields['traits.name.last']]
      .map((part) => (part ?? '').trim())
      .join(' ')
    const person = await store.createFirstPerson({
      email: normaliseEmail(fields['traits.email'] ?? ''),
      name,
      passwordHash: await hashPassword(fields['password'] ?? ''),
    })
    if (person === undefined) return fail(closed)
    await store.endFlow(id, now())
    return succeed({ done: true, value: await signIn(person, request, stored.value.returnTo) })
  }

  const setUpFirst: FlowError = {
    status: 422,
    id: 'browser_location_change_required',
    reason: 'Nobody has an account yet. Create the first one.',
  }
  const closed: FlowError = {
    status: 400,
    id: 'self_service_flow_disabled',
    reason: 'The first account has been created already. Sign in instead.',
  }

  return {
    async createLogin(request: BrowserRequest, wanted: { returnTo: string; refresh: boolean }) {
      if (await store.anyPersonExists()) return create('login', request, wanted)
      return fail({
        ...setUpFirst,
        redirect_browser_to: `/registration?return_to=${encodeURIComponent(wanted.returnTo)}`,
      })
    },
    async createRegistration(request: BrowserRequest, wanted: { returnTo: string }) {
      if (await store.anyPersonExists()) return fail(closed)
      return create('registration', request, { ...wanted, refresh: false })
    },
    async flow(kind: FlowKind, id: string, request: BrowserRequest): Promise<Result<Flow, FlowError>> {
      const stored = await find(kind, id, request)
      return stored.ok ? succeed(show(stored.value)) : stored
    },
    submitLogin,
    submitRegistration,
    /** The session of a token, if it is open. */
    session: (token: string) => store.session(digest(token), now()),
    /** Whether the first administrator has yet to be created. */
    async needsSetup(): Promise<boolean> {
      return !(await store.anyPersonExists())
    },
    /** What must come back to sign out, so that another site cannot do it. */
    logoutToken: (token: string) => sign('logout', token),
    async logout(token: string, logoutToken: string): Promise<Result<undefined, FlowError>> {
      if (!equal(Buffer.from(logoutToken), Buffer.from(sign('logout', token)))) return fail(violation)
      await store.endSession(digest(token))
      return succeed(undefined)
    },
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>
