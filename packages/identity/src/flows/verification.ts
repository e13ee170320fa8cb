import { fail, succeed } from '@binnacle/contract/core'
import type { BrowserRequest, Core, Fields, FlowResult, SubmitResult } from '../core.ts'
import { failures } from '../failures.ts'
import type { AnchorNode, Flow } from '../flow.ts'
import { mails } from '../mails.ts'
import { messages } from '../messages.ts'
import { addressNodes, createMailedCodeSteps } from './mailed-code.ts'

function continueNode(href: string): AnchorNode {
  return {
    type: 'a',
    group: 'code',
    attributes: { node_type: 'a', id: 'continue', href, title: messages.continueAnywhere },
    messages: [],
    meta: { label: messages.continueAnywhere },
  }
}

/**
 * Creates the flow in which a person shows that they receive email at an address: the account's, or a new one that
 * the account then gets.
 */
export function createVerificationFlow(core: Core) {
  const { store, now, options } = core
  const steps = createMailedCodeSteps(core, {
    kind: 'verification',
    sent: messages.verificationCodeSent,
    wrong: messages.wrongVerificationCode,
    mail: mails.verification,
  })

  async function create(
    request: BrowserRequest,
    { returnTo }: { returnTo: string },
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    return core.create('verification', request, {
      returnTo,
      content: { messages: [], state: 'choose_method' },
      nodes: addressNodes(request.session?.person.email),
    })
  }

  /** Creates the flow for a new address. The settings flow creates and sends it. */
  async function createForNewAddress(
    request: BrowserRequest,
    change: { personId: string; email: string; taken: boolean; returnTo: string },
  ): FlowResult<SubmitResult> {
    const made = await core.create('verification', request, {
      returnTo: change.returnTo,
      personId: change.personId,
      content: { messages: [], state: 'choose_method', memory: { newAddress: 'true' } },
      nodes: addressNodes(change.email),
    })
    if (!made.ok) return made
    const stored = await store.flow(made.value.flow.id, 'verification')
    if (stored === undefined) return fail(failures.notFound)
    const recipient = { personId: change.taken ? undefined : change.personId, email: change.email }
    return succeed(await steps.send(stored, request, {}, recipient))
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult> {
    const found = await core.openForm('verification', id, request, fields)
    if (!found.ok) return found
    const stored = found.value
    const changes = stored.content.memory['newAddress'] === 'true'
    if (changes && request.session === undefined) return fail(failures.noSession)
    if (steps.wants(stored, fields) === 'mail') {
      // The settings flow creates codes for new addresses, because it decides who may have the address.
      if (changes) return fail(failures.expired)
      return succeed(await steps.send(stored, request, fields))
    }
    const received = await steps.receive(stored, fields)
    if ('wrong' in received) return succeed(received.wrong)
    const { personId, email } = received.right
    const before = await store.account(personId)
    const verified = await store.transaction(async (within) => {
      await within.dropCodes('verification', email)
      if (!changes) await within.markVerified(personId, email, now())
      else if (!(await within.setEmail(personId, email, now()))) return undefined
      else if (before !== undefined) {
        await within.sendMail(mails.addressChanged(before.email, options.publicUrl))
        await within.audit({
          ...core.origin(request, before),
          action: 'update',
          before: { email: before.email },
          after: { email },
        })
      }
      if (before !== undefined)
        await within.audit({ ...core.origin(request, before), action: 'verify email', after: { email } })
      return core.proceed(within, stored, request.csrfCookie, {
        state: 'passed_challenge',
        messages: [messages.verified],
        nodes: [continueNode(stored.content.returnTo)],
      })
    })
    return succeed(verified ?? (await core.again(stored, {}, [messages.addressTaken])))
  }

  return { create, createForNewAddress, submit }
}
