import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { phoneNumber } from '../phone-number.ts'

const schema = z.strictObject({
  to: field(phoneNumber, {
    title: 'To',
    description: 'Number to call, with country code, such as +14155552345.',
  }),
  // https://www.twilio.com/docs/voice/twiml/say
  language: field(
    z
      .string()
      .max(1_024, { abort: true })
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be such as en-US')
      .default('en-US'),
    { title: 'Language', description: 'Language of the voice, such as de-DE. Default: en-US' },
  ),
  voice: field(z.string().trim().min(1).max(100).optional(), {
    title: 'Voice',
    description: 'Name of a voice of Twilio, such as Polly.Joanna. Default: the usual voice of the language',
  }),
  prompt: field(z.string().trim().min(1).max(300).default('Press 1 to acknowledge.'), {
    title: 'Prompt',
    description: 'What the voice says after the message. Default: Press 1 to acknowledge.',
  }),
  repeat: field(z.number().int().min(1).max(5).default(2), {
    title: 'Repeat',
    description: 'How often the message is spoken in a call. Default: 2',
  }),
  ringSeconds: field(z.number().int().min(5).max(600).default(60), {
    title: 'Ring for (seconds)',
    description: 'How long the phone rings. Default: 60',
  }),
})

export const notifier = defineNotifier({
  type: 'twilio_voice',
  title: 'Phone call (Twilio)',
  description: 'Calls a number by Twilio, speaks the message, and acknowledges the alert when 1 is pressed.',
  setup:
    'Set the property `service` to `twilio_voice`, because a Twilio connection sends SMS by default. Create a Twilio connection with account SID, auth token (first page of the Twilio console) and a number of yours that can make calls. Twilio must be able to reach Binnacle for the key press to acknowledge. Allow the countries to call under Voice, Settings, Geo permissions. So that a phone rings at night too, add the number to the contacts that may disturb.',
  icon: 'message-square',
  schema,
  example: { to: '+15558675310', language: 'en-US' },
  connections: ['twilio'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 2,
})

export type TwilioVoiceSpec = NotifierSpecOf<typeof notifier>
