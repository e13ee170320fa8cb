import { fail, succeed } from '@binnacle/contract/core'
import { digest, equal } from './codes.ts'
import { createCore, type IdentityOptions, isComplete, lacksDemandedFactor } from './core.ts'
import type { BrowserRequest, Fields, FlowResult, SubmitResult } from './core.ts'
import { failures, secondFactorRequired, secondFactorSetUpRequired, tooManyFlows } from './failures.ts'
import type { AssuranceLevel, Flow, FlowKind } from './flow.ts'
import { createLoginFlow } from './flows/login.ts'
import { createRecoveryFlow } from './flows/recovery.ts'
import { createRegistrationFlow } from './flows/registration.ts'
import { createSettingsFlow } from './flows/settings.ts'
import { createVerificationFlow } from './flows/verification.ts'
import type { ListedSession, SessionRecord } from './store.ts'

/** The parameters with which a browser starts a flow. */
export interface FlowRequest {
  returnTo: string
  refresh: boolean
  aal: AssuranceLevel | undefined
  invitation: string | undefined
}

interface FlowVerbs {
  create(request: BrowserRequest, wanted: FlowRequest): FlowResult<{ flow: Flow; csrfCookie: string }>
  submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult>
  read?(id: string, request: BrowserRequest): FlowResult<Flow>
}

/** Creates the identity service: flows, sessions, signing out. It does not depend on HTTP, except for the shapes. */
export function createIdentityService(options: IdentityOptions) {
  const core = createCore(options)
  const { store, now } = core
  const verification = createVerificationFlow(core)
  const settings = createSettingsFlow(core, verification)
  const flows: Readonly<Record<FlowKind, FlowVerbs>> = {
    login: createLoginFlow(core),
    registration: createRegistrationFlow(core),
    recovery: createRecoveryFlow(core, settings),
    verification,
    settings,
  }

  async function readFlow(kind: FlowKind, id: string, request: BrowserRequest): FlowResult<Flow> {
    const stored = await core.find(kind, id, request)
    return stored.ok ? succeed(core.show(stored.value)) : stored
  }

  return {
    async create(
      kind: FlowKind,
      request: BrowserRequest,
      wanted: FlowRequest,
    ): ReturnType<FlowVerbs['create']> {
      const retryAt = await store.flowsBlockedUntil(core.requesterOf(request), now())
      if (retryAt === undefined) return flows[kind].create(request, wanted)
      return fail(tooManyFlows(Math.max(1, Math.ceil((retryAt.getTime() - now().getTime()) / 1_000))))
    },
    flow: (kind: FlowKind, id: string, request: BrowserRequest): FlowResult<Flow> =>
      flows[kind].read?.(id, request) ?? readFlow(kind, id, request),
    submit: (kind: FlowKind, id: string, request: BrowserRequest, fields: Fields) =>
      flows[kind].submit(id, request, fields),

    /** Returns the open session of a token. It may lack a second factor. */
    session: (token: string) => store.session(digest(token), now()),
    /** Returns the session if it has every factor that its account needs, otherwise an error that says what to do. */
    async requireSession(session: SessionRecord | undefined): FlowResult<SessionRecord> {
      if (session === undefined) return fail(failures.noSession)
      if (!isComplete(session)) return fail(secondFactorRequired('/'))
      return lacksDemandedFactor(session) ? fail(secondFactorSetUpRequired('/')) : succeed(session)
    },
    isPrivileged: core.isPrivileged,
    /** Returns the other open sessions of the same person. */
    async otherSessions(session: SessionRecord): Promise<ListedSession[]> {
      const all = await store.sessionsOf(session.person.id, now())
      return all.filter(({ id }) => id !== session.id)
    },
    /** Ends the other sessions of the same person. @returns how many ended */
    endOtherSessions: (session: SessionRecord, request: BrowserRequest) =>
      store.transaction(async (within) => {
        const count = await within.endSessionsExcept(session.person.id, [session.id])
        if (count > 0)
          await within.audit({
            ...core.origin(request, session.person, session),
            action: 'end other sessions',
            target: { resource: 'sessions', id: null },
            after: { ended: String(count) },
          })
        return count
      }),
    /** Ends one session of the same person. @returns whether it existed */
    endSessionOf: (session: SessionRecord, id: string, request: BrowserRequest) =>
      store.transaction(async (within) => {
        const ended = await within.endSessionOf(session.person.id, id)
        if (ended)
          await within.audit({
            ...core.origin(request, session.person, session),
            action: 'end session',
            target: { resource: 'sessions', id },
          })
        return ended
      }),

    /** Whether there is no first administrator yet. */
    needsSetup: async (): Promise<boolean> => !(await store.anyPersonExists()),
    /** The token that a sign-out must send back, so that another site cannot sign a person out. */
    logoutToken: (token: string) => core.sign('logout', token),
    async logout(token: string, logoutToken: string, request: BrowserRequest): FlowResult<undefined> {
      if (!equal(Buffer.from(logoutToken), Buffer.from(core.sign('logout', token))))
        return fail(failures.csrf)
      const { session } = request
      await store.transaction(async (within) => {
        await within.endSession(digest(token))
        if (session !== undefined)
          await within.audit({
            ...core.origin(request, session.person, session),
            action: 'sign out',
            target: { resource: 'sessions', id: session.id },
          })
      })
      return succeed(undefined)
    },
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>
