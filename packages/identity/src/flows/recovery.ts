import { fail, succeed } from '@binnacle/contract/core'
import type { BrowserRequest, Core, Fields, FlowResult, SubmitResult } from '../core.ts'
import { FACTOR_PAGE, isComplete, lacksDemandedFactor, pages } from '../core.ts'
import { failures } from '../failures.ts'
import type { Flow } from '../flow.ts'
import { mails } from '../mails.ts'
import { messages } from '../messages.ts'
import { withParameter } from '../return-to.ts'
import { addressNodes, createMailedCodeSteps } from './mailed-code.ts'
import type { createSettingsFlow } from './settings.ts'

/** Creates the recovery flow: an emailed code opens a session in which the person can choose a new password. */
export function createRecoveryFlow(core: Core, settings: ReturnType<typeof createSettingsFlow>) {
  const { store, now } = core
  const steps = createMailedCodeSteps(core, {
    kind: 'recovery',
    sent: messages.recoveryCodeSent,
    wrong: messages.wrongRecoveryCode,
    mail: mails.recovery,
  })

  async function create(
    request: BrowserRequest,
    { returnTo }: { returnTo: string },
  ): FlowResult<{ flow: Flow; csrfCookie: string }> {
    if (request.session !== undefined && isComplete(request.session)) return fail(failures.alreadySignedIn)
    return core.create('recovery', request, {
      returnTo,
      content: { messages: [], state: 'choose_method' },
      nodes: addressNodes(undefined),
    })
  }

  async function submit(id: string, request: BrowserRequest, fields: Fields): FlowResult<SubmitResult> {
    const found = await core.openForm('recovery', id, request, fields)
    if (!found.ok) return found
    const stored = found.value
    if (steps.wants(stored, fields) === 'mail') return succeed(await steps.send(stored, request, fields))
    const received = await steps.receive(stored, fields)
    if ('wrong' in received) {
      core.attempted(request, undefined, 'recovery failed', 'wrong code')
      return succeed(received.wrong)
    }
    const account = await store.account(received.right.personId)
    // Since the code was sent, another person may have got the address.
    if (account === undefined || account.email !== received.right.email)
      return succeed(await core.again(stored, {}, [messages.wrongRecoveryCode]))
    return store.transaction(async (within) => {
      if (!(await within.endFlow(id, now()))) return fail(failures.expired)
      await within.dropCodes('recovery', account.email)
      await within.markVerified(account.id, account.email, now())
      // An intruder may have opened and created them.
      await within.forgetDevices(account.id)
      const signedIn = await core.signIn(within, account, request, { method: 'code', aal: 'aal1' })
      const sessions = await within.endSessionsExcept(account.id, [signedIn.session.id])
      const tokens = await within.endTokensExcept(account.id, [])
      await within.audit({
        ...core.origin(request, account, signedIn.session),
        action: 'recover',
        after: { ended_sessions: String(sessions), ended_tokens: tokens.join(', ') },
      })
      const made = await settings.createWithin(within, request, signedIn.session, stored.content.returnTo, [
        messages.recovered,
      ])
      if (!made.ok) return made
      return succeed({
        signedIn,
        goTo: withParameter(
          lacksDemandedFactor(signedIn.session) ? FACTOR_PAGE : pages.settings,
          'flow',
          made.value.flow.id,
        ),
        mustGo: true,
      })
    })
  }

  return { create, submit }
}
