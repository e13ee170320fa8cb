import { fail } from '@binnacle/contract/core'
import type { RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { createAtTwilio } from '../twilio-api.ts'
import type { TwilioVoiceSpec } from './spec.ts'
import { twimlOf } from './twiml.ts'

/** Calls a number (https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource). */
export const run: RunNotifier<TwilioVoiceSpec> = async (spec, message, context) => {
  const from = context.connection.properties['from']
  if (from === undefined || from.startsWith('MG'))
    return fail({
      message: 'the sender of the connection is no number; a messaging service cannot call',
      isTemporary: false,
    })
  return createAtTwilio(
    'Calls',
    { To: spec.to, From: from, Timeout: String(spec.ringSeconds), Twiml: twimlOf(spec, message) },
    context,
  )
}
