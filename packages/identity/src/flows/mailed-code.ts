import { equal, newMailedCode, plainCode } from '../codes.ts'
import { type BrowserRequest, CODE_MILLISECONDS, type Core, type Fields, type Submitted } from '../core.ts'
import { normaliseEmail, parseEmail } from '../email.ts'
import { type FlowKind, type FlowNode, inputNode, type Message, submitNode } from '../flow.ts'
import { mailsFromAddress, mailsToAccount } from '../guessing.ts'
import type { Mail } from '../mails.ts'
import { messages, tooManyAttempts } from '../messages.ts'
import type { Account, IdentityStore, MailedCode, StoredFlow } from '../store.ts'

/** How the flows differ that begin with an address and go on with a code from a mail to it. */
export interface MailedCodeFlow {
  kind: FlowKind
  sent: Message
  wrong: Message
  mail(to: string, code: string, minutes: number, link: string): Mail
}

/** The field for an address. */
export function addressNodes(email: string | undefined): FlowNode[] {
  return [
    inputNode({
      name: 'email',
      type: 'email',
      label: messages.email,
      autocomplete: 'username',
      value: email,
      group: 'code',
    }),
    submitNode(messages.submit, 'code', 'code'),
  ]
}

/** The field for the code. */
export const codeInput = inputNode({
  name: 'code',
  type: 'text',
  label: messages.mailedCode,
  autocomplete: 'one-time-code',
  group: 'code',
})

/** The same with its buttons; `email` on the other button asks for another one. */
function codeNodes(email: string): FlowNode[] {
  return [
    codeInput,
    submitNode(messages.submit, 'code', 'code'),
    submitNode(messages.resendCode, 'code', email, { name: 'email' }),
  ]
}

/** Counts a mail to an address. @returns what is said where there were too many */
export async function reserveMail(
  core: Core,
  request: BrowserRequest,
  email: string,
): Promise<Message | undefined> {
  const sending = await core.store.reserveGuess(
    [
      { subject: core.accountSubject('mail', email), policy: mailsToAccount },
      core.addressLimit('mails', request.address, mailsFromAddress),
    ],
    core.now(),
  )
  return sending.ok ? undefined : tooManyAttempts(core.now(), sending.retryAt)
}

/**
 * Makes the code that a flow goes on with.
 * @param recipient whose code it is, and the address that it goes to
 * @returns what the mail says: the code, for how many minutes it is valid, and where it is entered
 */
export async function saveNewCode(
  core: Core,
  within: IdentityStore,
  flow: StoredFlow,
  recipient: { personId: string | undefined; email: string },
): Promise<[code: string, minutes: number, link: string]> {
  const code = newMailedCode()
  await within.saveCode({
    ...recipient,
    flowId: flow.id,
    digest: core.codeDigest(flow.id, code),
    expiresAt: core.later(CODE_MILLISECONDS),
  })
  return [code, CODE_MILLISECONDS / 60_000, `${core.options.publicUrl}/${flow.kind}?flow=${flow.id}`]
}

/** The steps of such a flow. */
export function createMailedCodeSteps(core: Core, flow: MailedCodeFlow) {
  const { store, now } = core

  /** What a submitted form asks for. */
  function wants(stored: StoredFlow, fields: Fields): 'code' | 'mail' {
    const asksAgain = (fields['email'] ?? '') !== '' && fields['method'] === undefined
    return stored.content.state === 'sent_email' && !asksAgain ? 'code' : 'mail'
  }

  /**
   * Mails a code if the address has an account, and shows the field for it in any case, after the same work.
   * @param recipient whose code it is, when that is not decided by the address
   */
  async function send(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
    recipient?: { personId: string | undefined; email: string },
  ): Promise<Submitted> {
    const typed = recipient?.email ?? fields['email'] ?? ''
    if (typed.trim() === '') return core.again(stored, fields, [], { email: messages.required })
    if (!parseEmail(typed).ok) return core.again(stored, fields, [], { email: messages.invalidEmail })
    const email = normaliseEmail(typed)
    const refusal = await reserveMail(core, request, email)
    if (refusal !== undefined) return core.again(stored, fields, [refusal])
    const owner = recipient === undefined ? await store.accountByEmail(email) : undefined
    if (flow.kind === 'recovery')
      core.attempted(
        request,
        owner,
        'recovery requested',
        owner === undefined ? 'unknown account' : 'code sent',
      )
    const account: Pick<Account, 'id' | 'email'> | undefined =
      recipient === undefined
        ? owner
        : recipient.personId === undefined
          ? undefined
          : { id: recipient.personId, email }
    return store.transaction(async (within) => {
      const sent = await saveNewCode(core, within, stored, { personId: account?.id, email })
      // To the address of the account, never to what was typed.
      await within.sendMail(account === undefined ? undefined : flow.mail(account.email, ...sent))
      return core.proceed(within, stored, request.csrfCookie, {
        state: 'sent_email',
        messages: [flow.sent],
        nodes: codeNodes(email),
      })
    })
  }

  /** Tries a code. @returns whose it is, or the form again */
  async function receive(
    stored: StoredFlow,
    fields: Fields,
  ): Promise<{ right: MailedCode & { personId: string } } | { wrong: Submitted }> {
    const absent = core.missing(stored, fields, 'code')
    if (Object.keys(absent).length > 0) return { wrong: await core.again(stored, {}, [], absent) }
    const code = await store.tryCode(stored.id, now())
    const typed = core.codeDigest(stored.id, plainCode(fields['code'] ?? ''))
    if (code?.personId === undefined || !equal(code.digest, typed))
      return { wrong: await core.again(stored, {}, [flow.wrong]) }
    return { right: { ...code, personId: code.personId } }
  }

  return { wants, send, receive }
}
