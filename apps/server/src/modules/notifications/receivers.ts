import type { LinkedAlert } from '@binnacle/contract/notifications'
import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { z } from 'zod'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { type Delivery, type Receiver, TextAnswer } from '../../platform/http/receiver.ts'
import type { AcknowledgeTokens } from './verbs/acknowledge-token.ts'
import type { VerbDependencies } from './told/verbs.ts'
import { acknowledgeNamed, personOfLink, showAlert } from './verbs/acknowledge.ts'
import { givenName } from './verbs/given-name.ts'

const FEATURE = 'settings.notifications'

/** What Twilio sends of a pressed key is a few hundred bytes. */
const CALL_BYTES = 20_000
/** A name and its JSON. */
const NAME_BYTES = 2_000
const linkedName = z.object({ name: z.string().max(500) })
/** The key that acknowledges. Another one may be pressed by accident, or by a voice mail that answers. */
const KEY = '1'

/** Instructions for the phone call that goes on (https://www.twilio.com/docs/voice/twiml). */
function speak(text: string): TextAnswer {
  return new TextAnswer('text/xml; charset=utf-8', `<Response><Say>${text}</Say></Response>`)
}

const ASK_AGAIN = `<Response><Gather input="dtmf" numDigits="1" finishOnKey="" timeout="10" method="POST"><Say>Press ${KEY} to acknowledge.</Say></Gather><Say>Nothing was acknowledged.</Say></Response>`

/** Addresses of links in messages: anyone with a link may see and acknowledge its alert, and nothing else. */
export function acknowledgeReceivers(dependencies: {
  pool: Pool
  verbs: VerbDependencies
  tokens: AcknowledgeTokens
  now: () => Date
}): Receiver[] {
  const { pool, verbs, tokens, now } = dependencies

  function claimOf({ params }: Delivery) {
    const claim = tokens.read(params['token'] ?? '')
    if (claim === undefined)
      throw new RequestError('EUNAUTHORIZED', 'This link is not complete; open it again from the message')
    if (claim.expires <= now())
      throw new RequestError('EGONE', 'This link has expired; sign in to acknowledge the alert')
    return claim
  }

  async function show(delivery: Delivery): Promise<LinkedAlert> {
    const { alertId, name, personId } = claimOf(delivery)
    return inTransaction(pool, async (client) => {
      const person = await personOfLink(client, personId)
      return {
        name: person?.name ?? name,
        asksName: person === undefined,
        ...(await showAlert(client, alertId, now())),
      }
    })
  }

  /** @param given the name that the reader of a shared link gives */
  async function press(delivery: Delivery, given: string | undefined): Promise<LinkedAlert> {
    const { alertId, name, personId } = claimOf(delivery)
    return inTransaction(pool, async (client) => {
      const person = await personOfLink(client, personId)
      const called = person?.name ?? given ?? name
      const acting = { by: `link:${called}` as const, personId: person?.id ?? null, name: called }
      await acknowledgeNamed(client, verbs, alertId, acting, now())
      return {
        name: called,
        asksName: person === undefined,
        ...(await showAlert(client, alertId, now())),
      }
    })
  }

  async function acknowledge(delivery: Delivery): Promise<LinkedAlert> {
    claimOf(delivery)
    const json = parseBoundedJson(await delivery.readText({ bytes: NAME_BYTES }))
    const given = linkedName.safeParse(json.ok ? json.value : undefined).data
    return press(delivery, given && givenName(given.name))
  }

  /** Twilio speaks what is answered, and calls any answer that is no instruction an application error. */
  async function answerCall(delivery: Delivery): Promise<TextAnswer> {
    claimOf(delivery)
    const form = new URLSearchParams(await delivery.readText({ bytes: CALL_BYTES }))
    if (form.get('Digits') !== KEY) return new TextAnswer('text/xml; charset=utf-8', ASK_AGAIN)
    const { state } = await press(delivery, undefined)
    return speak(state === 'over' ? 'It is over already. Goodbye.' : 'It is acknowledged. Goodbye.')
  }

  async function call(delivery: Delivery): Promise<TextAnswer> {
    try {
      return await answerCall(delivery)
    } catch (error) {
      // A call whose address is complete gets an answer that it can speak.
      if (error instanceof RequestError && error.code !== 'EUNAUTHORIZED')
        return speak('It cannot be acknowledged by this call any more. Goodbye.')
      throw error
    }
  }

  return [
    { path: '/notification/acknowledge/{token}', feature: FEATURE, receive: acknowledge },
    // The key that is pressed in a phone call.
    { path: '/notification/acknowledge/{token}/call', feature: FEATURE, receive: call },
    // Opening a page must change nothing, because programs that look for harmful links open every link of an email.
    { path: '/notification/acknowledge/{token}/show', feature: FEATURE, receive: show },
  ]
}
