import { fail, succeed } from '@binnacle/contract/core'
import { isAsLongAsBackupCode, plainCode } from '../codes.ts'
import type { BrowserRequest, Core, Fields, FlowResult, SubmitResult } from '../core.ts'
import { afterSignIn, isComplete } from '../core.ts'
import { normaliseEmail } from '../email.ts'
import { failures } from '../failures.ts'
import { type AssuranceLevel, type Flow, inputNode, type Message, submitNode } from '../flow.ts'
import { messages, tooManyAttempts } from '../messages.ts'
import { LONGEST_PASSWORD, verifyNothing, verifyPassword } from '../password.ts'
import { withParameter } from '../return-to.ts'
import type { SessionRecord, StoredFlow } from '../store.ts'
import { totpStep } from '../totp.ts'

export interface LoginRequest {
  returnTo: string
  refresh: boolean
  /** Undefined: the level that the session needs. */
  aal: AssuranceLevel | undefined
}

function passwordNodes(identifier: string | undefined) {
  return [
    identifier === undefined
      ? inputNode({ name: 'identifier', type: 'email', label: messages.identifier, autocomplete: 'username' })
      : inputNode({ name: 'identifier', type: 'hidden', value: identifier }),
    inputNode({
      name: 'password',
      type: 'password',
      label: messages.password,
      autocomplete: 'current-password',
      group: 'password',
    }),
    submitNode(identifier === undefined ? messages.signIn : messages.confirm, 'password', 'password'),
  ]
}

/**
 * Creates one field for codes of an app and backup codes. It is in a group that every client renders, because some do
 * not know the groups of second factors.
 * @param label what the person must enter
 */
function codeNodes(label: Message) {
  return [
    inputNode({ name: 'totp_code', type: 'text', label, autocomplete: 'one-time-code' }),
    submitNode(messages.useTotp, 'default', 'totp'),
  ]
}

/** Creates the sign-in flow: with a password, with a password again to confirm, and with a second factor. */
export function createLoginFlow(core: Core) {
  const { store, now } = core

  async function createSecondFactor(
    request: BrowserRequest,
    session: SessionRecord,
    loginRequest: LoginRequest,
  ) {
    const left = await store.backupCodesLeft(session.person.id)
    return core.create('login', request, {
      ...loginRequest,
      aal: 'aal2',
      personId: session.person.id,
      content: { messages: [messages.secondFactor] },
      nodes: codeNodes((left ?? 0) === 0 ? messages.totpCode : messages.totpOrBackupCode),
    })
  }

  async function create(
    request: BrowserRequest,
    loginRequest: LoginRequest,
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    if (!(await store.anyPersonExists()))
      return fail({
        ...failures.nobodyYet,
        redirect_browser_to: withParameter('/registration', 'return_to', loginRequest.returnTo),
      })
    const { session } = request
    if (session === undefined) {
      if (loginRequest.aal === 'aal2') return fail(failures.noSession)
      return core.create('login', request, {
        ...loginRequest,
        aal: 'aal1',
        content: { messages: [] },
        nodes: passwordNodes(undefined),
      })
    }
    const needsFactor = session.secondFactor && (session.aal === 'aal1' || loginRequest.refresh)
    const wantsFactor =
      loginRequest.aal === 'aal2' || (loginRequest.aal === undefined && !isComplete(session))
    if (wantsFactor && needsFactor) return createSecondFactor(request, session, loginRequest)
    if (!loginRequest.refresh) return fail(failures.alreadySignedIn)
    return core.create('login', request, {
      ...loginRequest,
      aal: 'aal1',
      personId: session.person.id,
      content: { messages: [messages.confirmIdentity] },
      nodes: passwordNodes(session.person.email),
    })
  }

  async function submitPassword(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
  ): FlowResult<SubmitResult> {
    const absent = core.missing(stored, fields, 'password')
    if (Object.keys(absent).length > 0) return succeed(await core.again(stored, fields, [], absent))
    const password = fields['password'] ?? ''
    // No account has such a long password, and hashing it would cost time.
    if (password.length > LONGEST_PASSWORD)
      return succeed(await core.again(stored, fields, [messages.invalidCredentials]))
    const email = normaliseEmail(fields['identifier'] ?? '')
    const account = await store.accountByEmail(email)
    const limits = await core.guessLimits('password', email, account?.id, request)
    const guess = await store.reserveGuess(limits, now())
    if (!guess.ok) {
      core.attempted(request, account, 'sign-in failed', 'too many attempts')
      return succeed(await core.again(stored, fields, [tooManyAttempts(now(), guess.retryAt)]))
    }
    const right =
      account?.passwordHash === undefined
        ? await verifyNothing(password)
        : await verifyPassword(password, account.passwordHash)
    if (account === undefined || !right) {
      const reason = account === undefined ? 'unknown account' : 'wrong password'
      core.attempted(request, account, 'sign-in failed', reason)
      return succeed(await core.again(stored, fields, [messages.invalidCredentials]))
    }
    await store.forgiveGuess(guess.ids)
    if (stored.personId !== undefined && stored.personId !== account.id)
      return fail(failures.identityMismatch)
    return store.transaction(async (within) => {
      if (!(await within.endFlow(stored.id, now()))) return fail(failures.expired)
      const signedIn = await core.signIn(within, account, request, { method: 'password', aal: 'aal1' })
      return succeed(afterSignIn(signedIn, stored.content.returnTo))
    })
  }

  async function isRightTotp(personId: string, typed: string): Promise<boolean> {
    const totp = await store.totp(personId)
    const secret = totp === undefined ? undefined : core.options.unseal(totp.sealed)
    if (totp === undefined || secret?.ok !== true) return false
    const step = totpStep(secret.value, plainCode(typed), now())
    // A code works once, so that a code seen over a shoulder is worthless after use.
    return step !== undefined && step > totp.lastStep && store.useTotpStep(personId, step)
  }

  /** Checks a code. @returns the error; undefined if the code is right */
  async function secondFactorFault(
    method: 'totp' | 'lookup_secret',
    personId: string,
    typed: string,
  ): Promise<Message | undefined> {
    if (method === 'totp') return (await isRightTotp(personId, typed)) ? undefined : messages.wrongTotp
    const code = core.backupDigest(personId, plainCode(typed))
    const outcome = await store.useBackupCode(personId, code, now())
    if (outcome === 'right') return undefined
    return outcome === 'used' ? messages.usedBackupCode : messages.wrongBackupCode
  }

  async function submitSecondFactor(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
  ): FlowResult<SubmitResult> {
    const { session } = request
    if (session === undefined) return fail(failures.noSession)
    // Clients that know backup codes send them as `lookup_secret`.
    const names = ['totp_code', 'lookup_secret']
    const typed = names.map((name) => fields[name] ?? '').find((text) => text.trim() !== '')
    if (typed === undefined)
      return succeed(await core.again(stored, {}, [], { totp_code: messages.required }))
    const method = isAsLongAsBackupCode(typed) ? 'lookup_secret' : 'totp'
    const limits = await core.guessLimits('second factor', session.person.id, session.person.id, request)
    const guess = await store.reserveGuess(limits, now())
    if (!guess.ok) {
      core.attempted(request, session.person, 'second factor failed', 'too many attempts')
      return succeed(await core.again(stored, {}, [tooManyAttempts(now(), guess.retryAt)]))
    }
    const fault = await secondFactorFault(method, session.person.id, typed)
    if (fault !== undefined) {
      core.attempted(request, session.person, 'second factor failed', 'wrong code')
      return succeed(await core.again(stored, {}, [messages.secondFactor], { totp_code: fault }))
    }
    await store.forgiveGuess(guess.ids)
    return store.transaction(async (within) => {
      if (!(await within.endFlow(stored.id, now()))) return fail(failures.expired)
      const signedIn = await core.signIn(within, session.person, request, { method, aal: 'aal2' })
      return succeed({ signedIn, goTo: stored.content.returnTo })
    })
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult> {
    const stored = await core.openForm('login', id, request, fields)
    if (!stored.ok) return stored
    return stored.value.content.requestedAal === 'aal2'
      ? submitSecondFactor(stored.value, request, fields)
      : submitPassword(stored.value, request, fields)
  }

  return { create, submit }
}
