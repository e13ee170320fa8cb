import { fail, succeed } from '@binnacle/contract/core'
import { sendToService } from '@binnacle/plugin-kit/notifier-http'
import { cutText, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { linkOf } from '../urgency.ts'
import type { IftttSpec } from './spec.ts'

/** The vendor names no limit; what is longer is no notification. */
const LONGEST_MESSAGE = 4_000

/** Triggers the events (https://help.ifttt.com/hc/en-us/articles/115010230347-Webhooks-service-FAQ). */
export const run: RunNotifier<IftttSpec> = async (spec, message, context) => {
  const { username: key } = context.connection
  if (key === undefined) return fail({ message: 'the connection has no webhook ID', isTemporary: false })
  const { messageValue, titleValue } = spec
  const title = oneLine(message.title)
  const view = linkOf(message, 'view')?.url
  const body = cutText(message.body, LONGEST_MESSAGE)
  const parts = [titleValue === 0 ? title : '', body, view ?? '']
  const values: Record<string, string> = {
    ...(spec.value1 === undefined ? {} : { value1: spec.value1 }),
    ...(spec.value2 === undefined ? {} : { value2: spec.value2 }),
    ...(spec.value3 === undefined ? {} : { value3: spec.value3 }),
    ...(titleValue === 0 ? {} : { [`value${titleValue}`]: title }),
    ...(messageValue === 0
      ? {}
      : { [`value${messageValue}`]: parts.filter((part) => part !== '').join('\n') }),
  }
  const events = spec.events.split(',').map((event) => event.trim())
  for (const event of events) {
    const sent = await sendToService(
      'IFTTT',
      {
        url: `https://maker.ifttt.com/trigger/${encodeURIComponent(event)}/with/key/${encodeURIComponent(key)}`,
        json: values,
      },
      context,
    )
    if (!sent.ok)
      return events.length === 1
        ? sent
        : fail({ ...sent.failure, message: `${event}: ${sent.failure.message}` })
  }
  return succeed({})
}
