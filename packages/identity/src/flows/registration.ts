import { fail, succeed } from '@binnacle/contract/core'
import { digest, equal } from '../codes.ts'
import {
  afterSignIn,
  type BrowserRequest,
  type Core,
  type Fields,
  type FlowResult,
  type SubmitResult,
} from '../core.ts'
import { normaliseEmail, parseEmail } from '../email.ts'
import { failures } from '../failures.ts'
import { type Flow, type FlowNode, inputNode, type Message, submitNode } from '../flow.ts'
import { mails } from '../mails.ts'
import { messages } from '../messages.ts'
import { nameFaults, nameNodes, nameOf } from '../names.ts'
import { hashPassword } from '../password.ts'
import { passwordFault } from '../password-policy.ts'
import { isOwnPath } from '../return-to.ts'
import type { IdentityStore, OpenInvitation, Person, StoredFlow } from '../store.ts'
import { codeInput, reserveMail, saveNewCode, saveSharedCode, tryCode } from './mailed-code.ts'

export interface RegistrationRequest {
  returnTo: string
  /** Token of an invitation, from its link. */
  invitation: string | undefined
}

type Way = 'first' | 'invitation' | 'open'

const invitationFailures = {
  used: failures.usedInvitation,
  expired: failures.expiredInvitation,
} as const

/**
 * Creates the registration flow: for the first administrator, an invited person, or anybody if registration is open.
 */
export function createRegistrationFlow(core: Core) {
  const { store, now, options } = core

  function nodes(way: Way, invitation: OpenInvitation | undefined, local: boolean): FlowNode[] {
    const { firstName: first = '', lastName: last = '' } = invitation ?? {}
    return [
      ...(way === 'first' && !local
        ? [inputNode({ name: 'setup_code', type: 'text', label: messages.setupCode, autocomplete: 'off' })]
        : []),
      ...nameNodes(invitation === undefined ? undefined : { first, last }, 'default'),
      inputNode({
        name: 'traits.email',
        type: 'email',
        label: messages.identifier,
        autocomplete: 'username',
        value: invitation?.email,
        // The invitation is valid for this address only.
        disabled: invitation !== undefined,
      }),
      inputNode({
        name: 'password',
        type: 'password',
        label: messages.password,
        autocomplete: 'new-password',
        group: 'password',
      }),
      submitNode(messages.signUp, 'password', 'password'),
    ]
  }

  async function create(
    request: BrowserRequest,
    { returnTo, invitation: token }: RegistrationRequest,
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    const make = (way: Way, messages: Message[], invitation?: OpenInvitation) =>
      core.create('registration', request, {
        returnTo,
        content: {
          messages,
          memory: {
            way,
            ...(invitation === undefined ? {} : { invitation: invitation.id, email: invitation.email }),
          },
        },
        nodes: nodes(way, invitation, request.local),
      })
    const first = !(await store.anyPersonExists())
    if (!first && request.session !== undefined) return fail(failures.alreadySignedIn)
    if (!isOwnPath(returnTo)) return fail(failures.returnToForbidden)
    if (first) return make('first', [messages.firstAdministrator])
    if (options.registration === 'closed') return fail(failures.registrationClosed)
    if (token === undefined)
      return options.registration === 'open' ? make('open', []) : fail(failures.registrationClosed)
    const invitation = await store.invitation(digest(token), now())
    if (invitation === undefined) return fail(failures.unknownInvitation)
    if (invitation.state !== 'open') return fail(invitationFailures[invitation.state])
    return make('invitation', [messages.invited], invitation)
  }

  async function faults(
    stored: StoredFlow,
    fields: Fields,
    email: string,
    local: boolean,
  ): Promise<Record<string, Message>> {
    const { memory } = stored.content
    const found: Record<string, Message> = nameFaults(fields)
    const parsed = parseEmail(email)
    if (!parsed.ok)
      found['traits.email'] = parsed.failure === 'malformed' ? messages.invalidEmail : messages.foreignLetters
    const context = { email: normaliseEmail(email), name: nameOf(fields).name, publicUrl: options.publicUrl }
    const password = await passwordFault(fields['password'] ?? '', context)
    if (password !== undefined) found['password'] = password
    if (
      memory['way'] === 'first' &&
      !local &&
      !equal(digest((fields['setup_code'] ?? '').trim()), digest(options.setupCode))
    )
      found['setup_code'] = messages.invalidSetupCode
    return found
  }

  async function enter(
    within: IdentityStore,
    stored: StoredFlow,
    person: Person,
    request: BrowserRequest,
  ): Promise<SubmitResult> {
    await within.endFlow(stored.id, now())
    // They chose their password in this form, even if an emailed code followed.
    const signedIn = await core.signIn(within, person, request, { method: 'password', aal: 'aal1' })
    await within.audit({
      ...core.origin(request, person, signedIn.session),
      action: 'create',
      after: { email: person.email, name: person.name },
    })
    return afterSignIn(signedIn, stored.content.returnTo)
  }

  /**
   * Emails a code. The account is created when the code comes back. The answer does not reveal whether the account
   * exists.
   */
  async function sendCode(
    stored: StoredFlow,
    request: BrowserRequest,
    account: { email: string; name: string; firstName: string; passwordHash: string },
  ): Promise<SubmitResult> {
    const { email } = account
    const reserved = await reserveMail(core, request, 'registration', email)
    if (!reserved.ok) return core.again(stored, {}, [reserved.failure])
    const taken = await store.accountByEmail(email)
    return store.transaction(async (within) => {
      const recipient = { personId: taken?.id, email }
      if (reserved.value === 'share') await saveSharedCode(core, within, stored, recipient)
      else {
        const sent = await saveNewCode(core, within, stored, recipient)
        await within.sendMail(
          taken === undefined
            ? mails.registration(email, ...sent)
            : mails.accountExists(email, options.publicUrl),
        )
      }
      const { memory } = stored.content
      // As in the flows of Kratos that send a code, the form comes back as not yet complete.
      return core.proceed(
        within,
        stored,
        request.csrfCookie,
        {
          state: 'sent_email',
          messages: [reserved.value === 'share' ? messages.codeSentBefore : messages.registrationCodeSent],
          memory: {
            ...memory,
            email,
            name: account.name,
            first: account.firstName,
            hash: options.seal(account.passwordHash),
          },
          nodes: [
            codeInput,
            submitNode(messages.signUp, 'code', 'code'),
            submitNode(messages.resendCode, 'code', 'code', { name: 'resend' }),
          ],
        },
        400,
      )
    })
  }

  async function submitCode(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
  ): FlowResult<SubmitResult> {
    const { email = '', name = '', first: firstName = '', hash = '' } = stored.content.memory
    const passwordHash = options.unseal(hash)
    if (!passwordHash.ok) return fail(failures.expired)
    if (fields['resend'] !== undefined && fields['method'] === undefined)
      return succeed(
        await sendCode(stored, request, { email, name, firstName, passwordHash: passwordHash.value }),
      )
    const absent = core.missing(stored, fields, 'code')
    if (Object.keys(absent).length > 0) return succeed(await core.again(stored, {}, [], absent))
    const code = await tryCode(core, stored, fields)
    if (code === undefined || code.personId !== undefined)
      return succeed(await core.again(stored, {}, [messages.wrongRegistrationCode]))
    const entered = await store.transaction(async (within) => {
      await within.dropCodes('registration', code.email)
      const person = await within.createPerson({
        email,
        name,
        firstName,
        passwordHash: passwordHash.value,
        emailVerified: true,
        role: 'viewer',
      })
      return person === undefined ? undefined : enter(within, stored, person, request)
    })
    return succeed(entered ?? (await core.again(stored, {}, [messages.accountExists])))
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult> {
    const found = await core.openForm('registration', id, request, fields)
    if (!found.ok) return found
    const stored = found.value
    const { memory, state } = stored.content
    if (state === 'sent_email') return submitCode(stored, request, fields)
    const email = memory['email'] ?? fields['traits.email'] ?? ''
    const wrong = {
      ...(await faults(stored, fields, email, request.local)),
      ...core.missing(stored, fields, 'password'),
    }
    // The form goes on to say whose account it makes: its fields look the same for everyone.
    const notice = memory['way'] === 'first' ? [messages.firstAdministrator] : []
    if (Object.keys(wrong).length > 0) return succeed(await core.again(stored, fields, notice, wrong))
    const passwordHash = await hashPassword(fields['password'] ?? '')
    const account = { email: normaliseEmail(email), ...nameOf(fields), passwordHash }
    if (memory['way'] === 'open') return succeed(await sendCode(stored, request, account))
    return store.transaction(async (within) => {
      const invitation = memory['invitation']
      const person =
        invitation === undefined
          ? await within.createFirstPerson({ ...account, emailVerified: false })
          : await within.acceptInvitation(invitation, account, now())
      if (person !== undefined) {
        if (invitation !== undefined)
          await within.audit({
            ...core.origin(request, person),
            action: 'accept invitation',
            target: { resource: 'invitations', id: invitation },
          })
        return succeed(await enter(within, stored, person, request))
      }
      return fail(invitation === undefined ? failures.firstExists : failures.closedInvitation)
    })
  }

  return { create, submit }
}
