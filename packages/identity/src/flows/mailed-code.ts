import { fail, type Result, succeed } from '@binnacle/contract/core'
import { equal, newMailedCode, plainCode } from '../codes.ts'
import { type BrowserRequest, CODE_MILLISECONDS, type Core, type Fields, type SubmitResult } from '../core.ts'
import { normaliseEmail, parseEmail } from '../email.ts'
import { type FlowKind, type FlowNode, inputNode, type Message, submitNode } from '../flow.ts'
import { mailsFromAddress, mailsToAccount } from '../guessing.ts'
import type { Mail } from '../mails.ts'
import { messages, tooManyAttempts } from '../messages.ts'
import type { Account, IdentityStore, MailedCode, StoredFlow } from '../store.ts'

/** The differences between flows that ask for an address and then for a code emailed to it. */
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

/** The field for the code with its buttons. `email` on the second button requests a new code. */
function codeNodes(email: string): FlowNode[] {
  return [
    codeInput,
    submitNode(messages.submit, 'code', 'code'),
    submitNode(messages.resendCode, 'code', email, { name: 'email' }),
  ]
}

/**
 * Decides whether a flow sends its own email. Strangers must not exhaust the limit of an address: after too many
 * emails to it, the flow shares the code of the newest email instead of being refused.
 * @param kind purpose of the email; each kind is counted separately
 * @returns what to do, or the message if the requester asked for too many emails, whatever the address
 */
export async function reserveMail(
  core: Core,
  request: BrowserRequest,
  kind: FlowKind,
  email: string,
): Promise<Result<'send' | 'share', Message>> {
  const { store, now } = core
  const asking = await store.reserveGuess(
    [core.addressLimit('mails', request.address, mailsFromAddress)],
    now(),
  )
  if (!asking.ok) return fail(tooManyAttempts(now(), asking.retryAt))
  const sending = await store.reserveGuess(
    [{ subject: core.accountSubject(`mail ${kind}`, email), policy: mailsToAccount }],
    now(),
  )
  // If the newest code was used meanwhile, no code can be shared.
  const shares = !sending.ok && (await store.hasSharedCode(kind, email, now()))
  return succeed(shares ? 'share' : 'send')
}

/**
 * Creates the code of a flow.
 * @param recipient owner of the code, and the address it is sent to
 * @returns the contents of the email: the code, its lifetime in minutes, and where to enter it
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
    digest: core.codeDigest(flow.id, plainCode(code)),
    sharedDigest: core.sharedCodeDigest(flow.kind, recipient.email, plainCode(code)),
    expiresAt: core.later(CODE_MILLISECONDS),
  })
  return [code, CODE_MILLISECONDS / 60_000, `${core.options.publicUrl}/${flow.kind}?flow=${flow.id}`]
}

/** Lets a flow accept the code of an email that was sent for another flow of the same kind and address. */
export async function saveSharedCode(
  core: Core,
  within: IdentityStore,
  flow: StoredFlow,
  recipient: { personId: string | undefined; email: string },
): Promise<void> {
  await within.saveCode({
    ...recipient,
    flowId: flow.id,
    digest: undefined,
    sharedDigest: undefined,
    expiresAt: core.later(CODE_MILLISECONDS),
  })
}

/**
 * Counts a try of the code of a flow.
 * @returns the code; undefined if it is wrong, expired or was tried too often
 */
export async function tryCode(core: Core, flow: StoredFlow, fields: Fields): Promise<MailedCode | undefined> {
  const { store, now } = core
  const code = await store.tryCode(flow.id, now())
  if (code === undefined) return undefined
  const text = plainCode(fields['code'] ?? '')
  const right =
    code.digest === undefined
      ? await store.isSharedCode(core.sharedCodeDigest(flow.kind, code.email, text), now())
      : equal(code.digest, core.codeDigest(flow.id, text))
  return right ? code : undefined
}

/** Creates the steps of such a flow. */
export function createMailedCodeSteps(core: Core, flow: MailedCodeFlow) {
  const { store } = core

  /** What the submitted form requests. */
  function wants(stored: StoredFlow, fields: Fields): 'code' | 'mail' {
    const asksAgain = (fields['email'] ?? '') !== '' && fields['method'] === undefined
    return stored.content.state === 'sent_email' && !asksAgain ? 'code' : 'mail'
  }

  /**
   * Emails a code if the address has an account. Shows the field for the code in any case, after the same amount of
   * work.
   * @param recipient owner of the code, if the address does not decide it
   */
  async function send(
    stored: StoredFlow,
    request: BrowserRequest,
    fields: Fields,
    recipient?: { personId: string | undefined; email: string },
  ): Promise<SubmitResult> {
    const typed = recipient?.email ?? fields['email'] ?? ''
    if (typed.trim() === '') return core.again(stored, fields, [], { email: messages.required })
    if (!parseEmail(typed).ok) return core.again(stored, fields, [], { email: messages.invalidEmail })
    const email = normaliseEmail(typed)
    const reserved = await reserveMail(core, request, flow.kind, email)
    if (!reserved.ok) return core.again(stored, fields, [reserved.failure])
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
      const owner = { personId: account?.id, email }
      if (reserved.value === 'share') await saveSharedCode(core, within, stored, owner)
      else {
        const sent = await saveNewCode(core, within, stored, owner)
        // To the address of the account, never to the typed one.
        await within.sendMail(account === undefined ? undefined : flow.mail(account.email, ...sent))
      }
      return core.proceed(within, stored, request.csrfCookie, {
        state: 'sent_email',
        messages: [reserved.value === 'share' ? messages.codeSentBefore : flow.sent],
        nodes: codeNodes(email),
      })
    })
  }

  /** Tries a code. @returns its owner, or the form again */
  async function receive(
    stored: StoredFlow,
    fields: Fields,
  ): Promise<{ right: MailedCode & { personId: string } } | { wrong: SubmitResult }> {
    const absent = core.missing(stored, fields, 'code')
    if (Object.keys(absent).length > 0) return { wrong: await core.again(stored, {}, [], absent) }
    const code = await tryCode(core, stored, fields)
    if (code?.personId === undefined) return { wrong: await core.again(stored, {}, [flow.wrong]) }
    return { right: { ...code, personId: code.personId } }
  }

  return { wants, send, receive }
}
