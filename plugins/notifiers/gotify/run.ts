import { fail, succeed } from '@binnacle/contract/core'
import { below } from '@binnacle/plugin-kit/http'
import { sendToService } from '@binnacle/plugin-kit/notifier-http'
import { cutText, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf, type Urgency, urgencyOf } from '../urgency.ts'
import type { GotifySpec } from './spec.ts'

/** The vendor names no limit; what is longer is no notification. */
const LONGEST_BODY = 10_000
const LONGEST_TITLE = 250

const priorities: Readonly<Record<Urgency, number>> = { 1: 0, 2: 2, 3: 5, 4: 8, 5: 10 }

const answerShape = z.object({ id: z.number() })
const errorShape = z.object({ error: z.string(), errorDescription: z.string() })

/** Sends a message (https://gotify.net/api-docs#/message/createMessage). */
export const run: RunNotifier<GotifySpec> = async ({ priority }, message, context) => {
  const { password, properties } = context.connection
  const { host = '', port } = properties
  const url = context.connection.url ?? `https://${host}${port === undefined ? '' : `:${port}`}`
  if (!URL.canParse(url)) return fail({ message: 'the connection has no valid URL', isTemporary: false })
  const links = message.links.map((link) => `[${link.label}](<${link.url}>)`).join(' · ')
  const view = linkOf(message, 'view')?.url
  const sent = await sendToService(
    'Gotify',
    {
      url: below(url, 'message'),
      headers: { 'x-gotify-key': password ?? '' },
      json: {
        title: cutText(oneLine(message.title), LONGEST_TITLE),
        message: `${cutText(message.body, LONGEST_BODY)}${links === '' ? '' : `\n\n${links}`}`,
        priority: priority ?? priorities[urgencyOf(message)],
        // https://gotify.net/docs/msgextras
        extras: {
          'client::display': { contentType: 'text/markdown' },
          ...(view === undefined ? {} : { 'client::notification': { click: { url: view } } }),
        },
      },
    },
    context,
    {
      words: ({ json }) => {
        const failure = errorShape.safeParse(json).data
        return failure === undefined ? undefined : `${failure.error}: ${failure.errorDescription}`
      },
    },
  )
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  return answer.success
    ? succeed({ id: String(answer.data.id) })
    : fail({ message: 'the server did not answer as Gotify does; correct the URL', isTemporary: false })
}
