import { field } from '@binnacle/plugin-kit/core'
import { defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const MOST_ADDRESSES = 50
/** One address without a name. What is not in this form could add recipients or headers. */
const address = z
  .string()
  .max(254, { abort: true })
  .regex(/^[^\s"<>()[\]:;,\\@\p{Cc}]{1,64}@[^\s"<>()[\]:;,\\@\p{Cc}]+$/u, 'must be an email address')

function isListOfAddresses(text: string): boolean {
  const addresses = addressesIn(text)
  return addresses.length <= MOST_ADDRESSES && addresses.every((one) => address.safeParse(one).success)
}

/** The addresses of a text that separates them by commas, semicolons or spaces. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '')
}

const schema = z.strictObject({
  to: field(
    z
      .string()
      .max(10_000, { abort: true })
      .trim()
      .min(1)
      .refine(isListOfAddresses, `must be up to ${MOST_ADDRESSES} email addresses, separated by commas`),
    {
      title: 'To',
      description: `Addresses that get the message, separated by commas, at most ${MOST_ADDRESSES}. They see each other.`,
      aliases: ['toAddresses'],
    },
  ),
  subject: field(z.string().trim().max(500).optional(), {
    title: 'Subject',
    description: 'Default: the title of the message',
  }),
  from: field(address.optional(), {
    title: 'From address',
    description: 'Default: the address of the connection',
    aliases: ['fromAddress'],
  }),
  fromName: field(z.string().trim().max(200).optional(), {
    title: 'From name',
    description: 'Default: the name of the connection',
  }),
})

export const notifier = defineNotifier({
  type: 'email',
  title: 'Email',
  description:
    'Sends emails through your mail server. Repetitions and the recovery of an alert are replies to its first email.',
  setup:
    'Create an Email connection with the host, the port and the account that your mail provider lists for SMTP (submission), and an address that this account may send from. Emails have HTML and a plain-text part. SMTP has no way to recognize a message that was sent before, so an email can arrive twice if the server stops while it sends; both have the same Message-ID.',
  icon: 'mail',
  schema,
  example: { to: 'oncall@example.com, web@example.com', fromName: 'Binnacle' },
  connections: ['email'],
  body: 'markdown',
  takesKey: false,
  recovery: 'thread',
  timeoutMilliseconds: 11 * 60_000,
  concurrency: 10,
})

export type EmailSpec = NotifierSpecOf<typeof notifier>
