import { fail, succeed } from '@binnacle/contract/core'
import { newBackupCodes, plainCode } from '../codes.ts'
import type { BrowserRequest, Core, Fields, FlowResult, IssuedSession, SubmitResult } from '../core.ts'
import { FACTOR_PAGE, isComplete, isRecovered, lacksDemandedFactor, pages } from '../core.ts'
import { parseEmail } from '../email.ts'
import { failures, refreshRequired, secondFactorRequired, secondFactorSetUpRequired } from '../failures.ts'
import type { Flow, Message, NextStep } from '../flow.ts'
import { mails } from '../mails.ts'
import { messages } from '../messages.ts'
import { nameFaults, nameOf } from '../names.ts'
import { hashPassword } from '../password.ts'
import { passwordFault } from '../password-policy.ts'
import { withParameter } from '../return-to.ts'
import type { IdentityStore, Person, SessionRecord, StoredFlow } from '../store.ts'
import { newTotpSecret, totpStep } from '../totp.ts'
import {
  END_SESSIONS,
  END_TOKENS,
  KEEP_SESSION,
  KEEP_TOKEN,
  type SettingsFacts,
  settingsNodes,
} from './settings-nodes.ts'
import type { createVerificationFlow } from './verification.ts'

type Action =
  | 'profile'
  | 'password'
  | 'totp'
  | 'totp_unlink'
  | 'lookup_secret_regenerate'
  | 'lookup_secret_confirm'
  | 'lookup_secret_disable'

/** What a submitted form requests: the action of its button, or the method. */
function actionOf(fields: Fields): Action | undefined {
  for (const name of [
    'totp_unlink',
    'lookup_secret_regenerate',
    'lookup_secret_confirm',
    'lookup_secret_disable',
  ] as const)
    if (fields[name] === 'true') return name
  const method = fields['method']
  return method === 'profile' || method === 'password' || method === 'totp' ? method : undefined
}

/** What a person may change in their session. */
function scopeOf(session: SessionRecord): SettingsFacts['scope'] {
  if (isRecovered(session)) return 'password'
  return lacksDemandedFactor(session) ? 'factor' : 'all'
}

/** Ids that a form asks to keep, from checkboxes whose names start with a prefix. */
function keptIds(fields: Fields, prefix: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(prefix) && value === 'true' ? [name.slice(prefix.length)] : [],
  )
}

interface Change {
  /** The flow's new stored values. */
  memory?: Readonly<Record<string, string>>
  signedIn?: IssuedSession
  messages?: Message[]
  continueWith?: NextStep[]
  email?: string
}

/** Creates the flow in which people change their own account. */
export function createSettingsFlow(core: Core, verification: ReturnType<typeof createVerificationFlow>) {
  const { store, now, options } = core

  async function othersOf(within: IdentityStore, { id, person }: SessionRecord) {
    const sessions = await within.sessionsOf(person.id, now())
    return {
      sessions: sessions.filter((session) => session.id !== id),
      tokens: await within.tokensOf(person.id, now()),
    }
  }

  async function nodesFor(
    within: IdentityStore,
    session: SessionRecord,
    memory: StoredFlow['content']['memory'],
  ) {
    const { person } = session
    const account = (await within.account(person.id)) ?? { ...person, emailVerified: false }
    return settingsNodes({
      person: account,
      scope: scopeOf(session),
      others: await othersOf(within, session),
      hasTotp: (await within.totp(person.id)) !== undefined,
      backupCodesLeft: await within.backupCodesLeft(person.id),
      memory,
      options,
    })
  }

  async function createWithin(
    within: IdentityStore,
    request: BrowserRequest,
    session: SessionRecord,
    returnTo: string,
    shownMessages: Message[],
  ) {
    const memory = { totp: options.seal(newTotpSecret()) }
    const wanted = {
      returnTo,
      personId: session.person.id,
      content: { messages: shownMessages, state: 'show_form' as const, memory },
      nodes: await nodesFor(within, session, memory),
    }
    return core.create('settings', request, wanted, within)
  }

  /** Returns the session if it has every factor that the account needs. */
  async function complete(request: BrowserRequest, returnTo: string): FlowResult<SessionRecord> {
    const { session } = request
    if (session === undefined) return fail(failures.noSession)
    return isComplete(session) ? succeed(session) : fail(secondFactorRequired(returnTo))
  }

  async function create(
    request: BrowserRequest,
    { returnTo }: { returnTo: string },
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    const session = await complete(request, withParameter(pages.settings, 'return_to', returnTo))
    if (!session.ok) return session
    const hints = {
      all: [],
      password: [messages.choosePasswordFirst],
      factor: [messages.factorSetUp],
    }[scopeOf(session.value)]
    return createWithin(store, request, session.value, returnTo, hints)
  }

  async function read(id: string, request: BrowserRequest): FlowResult<Flow> {
    const session = await complete(request, withParameter(pages.settings, 'flow', id))
    if (!session.ok) return session
    const stored = await core.find('settings', id, request)
    return stored.ok ? succeed(core.show(stored.value)) : stored
  }

  /** Changes names immediately. Changes an address when a code emailed to it comes back. */
  async function changeProfile(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
    person: Person,
  ): FlowResult<Change | Record<'faults', Record<string, Message>>> {
    const faults = { ...nameFaults(fields), ...core.missing(stored, fields, 'profile') }
    const email = parseEmail(fields['traits.email'] ?? '')
    if (!email.ok && faults['traits.email'] === undefined)
      faults['traits.email'] = email.failure === 'malformed' ? messages.invalidEmail : messages.foreignLetters
    if (!email.ok || Object.keys(faults).length > 0) return succeed({ faults })
    await store.transaction(async (within) => {
      const names = nameOf(fields)
      await within.rename(person.id, names)
      await within.audit({
        ...core.origin(request, person),
        action: 'update',
        before: { name: person.name },
        after: { name: names.name },
      })
    })
    if (email.value === person.email) return succeed({})
    const taken = (await store.accountByEmail(email.value)) !== undefined
    const made = await verification.createForNewAddress(request, {
      personId: person.id,
      email: email.value,
      taken,
      returnTo: pages.settings,
    })
    if (!made.ok) return made
    const flow = made.value.form?.flow
    if (flow?.state !== 'sent_email') return succeed({ messages: flow?.ui.messages ?? [] })
    const url = withParameter(pages.verification, 'flow', flow.id)
    return succeed({
      messages: [messages.newAddressCodeSent],
      continueWith: [
        {
          action: 'show_verification_ui',
          flow: { id: flow.id, url, verifiable_address: email.value },
        },
      ],
    })
  }

  async function changePassword(
    request: BrowserRequest,
    fields: Fields,
    session: SessionRecord,
  ): Promise<Change | Record<'faults', Record<string, Message>>> {
    const { person } = session
    const password = fields['password'] ?? ''
    const context = { ...person, publicUrl: options.publicUrl }
    const fault = password === '' ? messages.required : await passwordFault(password, context)
    if (fault !== undefined) return { faults: { password: fault } }
    const hash = await hashPassword(password)
    const chooses = !isRecovered(session)
    const keeps = (end: string, prefix: string, all: readonly { id: string }[]) => {
      if (!chooses) return []
      return fields[end] === 'false' ? all.map(({ id }) => id) : keptIds(fields, prefix)
    }
    return store.transaction(async (within) => {
      await within.setPassword(person.id, hash, now())
      // Ends the sessions of anyone who signed in with the old password, and what they created.
      const others = await othersOf(within, session)
      const keptSessions = keeps(END_SESSIONS, KEEP_SESSION, others.sessions)
      const sessions = await within.endSessionsExcept(person.id, [session.id, ...keptSessions])
      const tokens = await within.endTokensExcept(person.id, keeps(END_TOKENS, KEEP_TOKEN, others.tokens))
      await within.forgetDevices(person.id)
      const ended = { sessions, tokens: tokens.length }
      await within.sendMail(mails.passwordChanged(person.email, options.publicUrl, ended))
      await within.audit({
        ...core.origin(request, person),
        action: 'change password',
        after: { ended_sessions: String(sessions), ended_tokens: tokens.join(', ') },
      })
      return {
        signedIn: await core.signIn(within, person, request, { method: 'password', aal: 'aal1' }),
      }
    })
  }

  async function addTotp(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
    person: Person,
  ): Promise<Change | Record<'faults', Record<string, Message>>> {
    const sealed = stored.content.memory['totp'] ?? ''
    const secret = options.unseal(sealed)
    const typed = fields['totp_code'] ?? ''
    if (typed.trim() === '') return { faults: { totp_code: messages.required } }
    const step = secret.ok ? totpStep(secret.value, plainCode(typed), now()) : undefined
    if (step === undefined) return { faults: { totp_code: messages.wrongTotp } }
    return store.transaction(async (within) => {
      await within.setTotp(person.id, { sealed, lastStep: step }, now())
      await within.audit({ ...core.origin(request, person), action: 'add second factor' })
      return {
        memory: {},
        signedIn: await core.signIn(within, person, request, { method: 'totp', aal: 'aal2' }),
      }
    })
  }

  async function changeBackupCodes(
    action: 'lookup_secret_regenerate' | 'lookup_secret_confirm' | 'lookup_secret_disable',
    stored: StoredFlow,
    request: BrowserRequest,
    person: Person,
  ): Promise<Change> {
    const keep = (digests: readonly Buffer[]) =>
      store.transaction(async (within) => {
        await within.setBackupCodes(person.id, digests)
        await within.audit({ ...core.origin(request, person), action: 'change backup codes' })
      })
    const { backup, ...rest } = stored.content.memory
    if (action === 'lookup_secret_regenerate') {
      const codes = newBackupCodes().map((code) => options.seal(code))
      return { memory: { ...rest, backup: codes.join(' ') }, messages: [] }
    }
    if (action === 'lookup_secret_disable') {
      await keep([])
      return { memory: rest }
    }
    if (backup === undefined) return { messages: [messages.unknownMethod] }
    const codes = backup.split(' ').flatMap((sealed) => {
      const code = options.unseal(sealed)
      return code.ok ? [core.backupDigest(person.id, plainCode(code.value))] : []
    })
    await keep(codes)
    return { memory: rest }
  }

  async function change(
    action: Action,
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
    session: SessionRecord,
  ): FlowResult<Change | Record<'faults', Record<string, Message>>> {
    const { person } = session
    switch (action) {
      case 'profile':
        return changeProfile(stored, request, fields, person)
      case 'password':
        return succeed(await changePassword(request, fields, session))
      case 'totp':
        if ((await store.totp(person.id)) !== undefined) return succeed({})
        return succeed(await addTotp(stored, request, fields, person))
      case 'totp_unlink':
        await store.transaction(async (within) => {
          await within.removeTotp(person.id)
          await within.audit({ ...core.origin(request, person), action: 'remove second factor' })
        })
        return succeed({ memory: { totp: options.seal(newTotpSecret()) } })
      default:
        if ((await store.totp(person.id)) === undefined)
          return succeed({ faults: { [action]: messages.noTotp } })
        return succeed(await changeBackupCodes(action, stored, request, person))
    }
  }

  /** Whether a change needs a recently given password. */
  function isSensitive(action: Action, fields: Fields, person: Person): boolean {
    if (action !== 'profile') return true
    const email = parseEmail(fields['traits.email'] ?? '')
    return email.ok && email.value !== person.email
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult> {
    const session = await complete(request, withParameter(pages.settings, 'flow', id))
    if (!session.ok) return session
    const page = withParameter(lacksDemandedFactor(session.value) ? FACTOR_PAGE : pages.settings, 'flow', id)
    const found = await core.openForm('settings', id, request, fields)
    if (!found.ok) return found
    const stored = found.value
    const action = actionOf(fields)
    if (action === undefined) return succeed(await core.again(stored, fields, [messages.unknownMethod]))
    const { person } = session.value
    const scope = scopeOf(session.value)
    if (scope === 'password' && action !== 'password')
      return succeed(await core.again(stored, fields, [messages.choosePasswordFirst]))
    if (scope === 'factor' && action !== 'totp') return fail(secondFactorSetUpRequired(page))
    if (action === 'totp_unlink' && session.value.secondFactorDemanded)
      return succeed(await core.again(stored, fields, [messages.factorDemanded]))
    const allowed = action === 'password' ? core.mayChoosePassword : core.isPrivileged
    if (isSensitive(action, fields, person) && !allowed(session.value)) return fail(refreshRequired(page))
    const changed = await change(action, stored, request, fields, session.value)
    if (!changed.ok) return changed
    if ('faults' in changed.value) return succeed(await core.again(stored, fields, [], changed.value.faults))
    const { signedIn, messages: shownMessages = [messages.saved], continueWith } = changed.value
    const memory = changed.value.memory ?? stored.content.memory
    const { continueWith: _before, ...content } = stored.content
    const next = await core.proceed(store, { ...stored, content }, request.csrfCookie, {
      state: 'success',
      messages: shownMessages,
      memory,
      nodes: await nodesFor(store, signedIn?.session ?? session.value, memory),
      ...(continueWith === undefined ? {} : { continueWith }),
    })
    return succeed({ ...next, ...(signedIn === undefined ? {} : { signedIn }) })
  }

  return { create, createWithin, read, submit }
}
