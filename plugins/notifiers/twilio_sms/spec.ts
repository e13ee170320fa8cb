import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { phoneNumber } from '../phone-number.ts'

const schema = z.strictObject({
  to: field(phoneNumber, {
    title: 'To',
    description: 'Number that gets the SMS, with country code, such as +14155552345.',
  }),
  // https://www.twilio.com/docs/glossary/what-sms-character-limit
  longest: field(z.number().int().min(160).max(1_600).default(320), {
    title: 'Longest message',
    description:
      'Characters of an SMS, at most 1600. Twilio bills each 153, or each 67 with other than Latin letters. Links stay whole. Default: 320',
  }),
})

export const notifier = defineNotifier({
  type: 'twilio_sms',
  title: 'SMS (Twilio)',
  description: 'Sends SMS by Twilio.',
  setup:
    'The first page of the Twilio console shows account SID and auth token; under Phone Numbers, Manage, Buy a number, you get the number that sends. Create a Twilio connection with them. Some countries ask you to register the sender first (US: A2P 10DLC). A trial account sends only to numbers that you verified.',
  icon: 'message-square',
  schema,
  example: { to: '+15558675310' },
  connections: ['twilio'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 5,
})

export type TwilioSmsSpec = NotifierSpecOf<typeof notifier>
