import { fail, succeed } from '@binnacle/contract'
import { plainCode } from '../codes.ts'
import type { BrowserRequest, Core, Fields, FlowResult, Submitted } from '../core.ts'
import { afterSignIn, isComplete } from '../core.ts'
import { normaliseEmail } from '../email.ts'
import { failures } from '../failures.ts'
import { type AssuranceLevel, type Flow, inputNode, type Message, submitNode } from '../flow.ts'
import { messages, tooManyAttempts } from '../messages.ts'
import { LONGEST_PASSWORD, verifyNothing, verifyPassword } from '../password.ts'
import { withParameter } from '../return-to.ts'
import type { SessionRecord, StoredFlow } from '../store.ts'
import { totpStep } from '../totp.ts'

export interface WantedLogin {
  returnTo: string
  refresh: boolean
  /** Undefined for what the session needs. */
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

function codeNode(name: string, label: Message, group: 'totp' | 'lookup_secret') {
  return inputNode({ name, type: 'text', label, autocomplete: 'one-time-code', group })
}

/** Signing in: with a password, again with it to confirm, and with a second factor. */
export function createLoginFlow(core: Core) {
  const { store, now } = core

  async function createSecondFactor(request: BrowserRequest, session: SessionRecord, wanted: WantedLogin) {
    const left = await store.backupCodesLeft(session.person.id)
    return core.create('login', request, {
      ...wanted,
      aal: 'aal2',
      personId: session.person.id,
      content: { messages: [messages.secondFactor] },
      nodes: [
        codeNode('totp_code', messages.totpCode, 'totp'),
        submitNode(messages.useTotp, 'totp', 'totp'),
        ...(left === undefined || left === 0
          ? []
          : [
              codeNode('lookup_secret', messages.backupCode, 'lookup_secret'),
              submitNode(messages.useBackupCode, 'lookup_secret', 'lookup_secret'),
            ]),
      ],
    })
  }

  async function create(
    request: BrowserRequest,
    wanted: WantedLogin,
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    if (!(await store.anyPersonExists()))
      return fail({
        ...failures.nobodyYet,
        redirect_browser_to: withParameter('/registration', 'return_to', wanted.returnTo),
      })
    const { session } = request
    if (session === undefined) {
      if (wanted.aal === 'aal2') return fail(failures.noSession)
      return core.create('login', request, {
        ...wanted,
        aal: 'aal1',
        content: { messages: [] },
        nodes: passwordNodes(undefined),
      })
    }
    const needsFactor = session.secondFactor && (session.aal === 'aal1' || wanted.refresh)
    const wantsFactor = wanted.aal === 'aal2' || (wanted.aal === undefined && !isComplete(session))
    if (wantsFactor && needsFactor) return createSecondFactor(request, session, wanted)
    if (!wanted.refresh) return fail(failures.alreadySignedIn)
    return core.create('login', request, {
      ...wanted,
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
  ): FlowResult<Submitted> {
    const absent = core.missing(stored, fields, 'password')
    if (Object.keys(absent).length > 0) return succeed(await core.again(stored, fields, [], absent))
    const password = fields['password'] ?? ''
    // No account has one so long, and hashing it would cost time.
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
    // A code that was seen over a shoulder is worth nothing once it was used.
    return step !== undefined && step > totp.lastStep && store.useTotpStep(personId, step)
  }

  async function secondFactorFault(
    method: 'totp' | 'lookup_secret',
    personId: string,
    fields: Fields,
  ): Promise<Record<string, Message> | undefined> {
    if (method === 'totp')
      return (await isRightTotp(personId, fields['totp_code'] ?? ''))
        ? undefined
        : { totp_code: messages.wrongTotp }
    const code = core.backupDigest(personId, plainCode(fields['lookup_secret'] ?? ''))
    const outcome = await store.useBackupCode(personId, code, now())
    if (outcome === 'right') return undefined
    return { lookup_secret: outcome === 'used' ? messages.usedBackupCode : messages.wrongBackupCode }
  }

  async function submitSecondFactor(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
  ): FlowResult<Submitted> {
    const { session } = request
    if (session === undefined) return fail(failures.noSession)
    const backup =
      fields['method'] === 'lookup_secret' ||
      (fields['method'] === undefined && (fields['lookup_secret'] ?? '') !== '')
    const method = backup ? 'lookup_secret' : 'totp'
    const absent = core.missing(stored, fields, method)
    if (Object.keys(absent).length > 0) return succeed(await core.again(stored, {}, [], absent))
    const limits = await core.guessLimits('second factor', session.person.id, session.person.id, request)
    const guess = await store.reserveGuess(limits, now())
    if (!guess.ok) {
      core.attempted(request, session.person, 'second factor failed', 'too many attempts')
      return succeed(await core.again(stored, {}, [tooManyAttempts(now(), guess.retryAt)]))
    }
    const fault = await secondFactorFault(method, session.person.id, fields)
    if (fault !== undefined) {
      core.attempted(request, session.person, 'second factor failed', 'wrong code')
      return succeed(await core.again(stored, {}, [messages.secondFactor], fault))
    }
    await store.forgiveGuess(guess.ids)
    return store.transaction(async (within) => {
      if (!(await within.endFlow(stored.id, now()))) return fail(failures.expired)
      const signedIn = await core.signIn(within, session.person, request, { method, aal: 'aal2' })
      return succeed({ signedIn, goTo: stored.content.returnTo })
    })
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<Submitted> {
    const stored = await core.openForm('login', id, request, fields)
    if (!stored.ok) return stored
    return stored.value.content.requestedAal === 'aal2'
      ? submitSecondFactor(stored.value, request, fields)
      : submitPassword(stored.value, request, fields)
  }

  return { create, submit }
}
