import { createHash } from 'node:crypto'
import { fail, succeed } from '@binnacle/contract/core'
import { refusal, type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import { cutText, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { linkOf } from '../urgency.ts'
import type { PushbulletSpec } from './spec.ts'

/** The vendor names no limit; notifications of phones show far less. */
const LONGEST_BODY = 4_000
const LONGEST_TITLE = 250

const answerShape = z.object({ iden: z.string() })

/** The field of a push that says who gets it (https://docs.pushbullet.com/#create-push). */
function targetOf(target: string): Record<string, string> {
  if (target.startsWith('#')) return { channel_tag: target.slice(1) }
  return target.includes('@') ? { email: target } : { device_iden: target }
}

/** Sends a push to each target (https://docs.pushbullet.com/#create-push). */
export const run: RunNotifier<PushbulletSpec> = async (spec, message, context) => {
  const { password: token = '', properties } = context.connection
  const targets = (spec.targets ?? properties['targets'] ?? '')
    .split(',')
    .map((target) => target.trim())
    .filter((target) => target !== '')
  if (targets.length === 0) return fail({ message: 'the connection has no targets', isTemporary: false })
  const says: RefusalWords = {
    wait({ headers }) {
      const reset = Number(headers['x-ratelimit-reset'])
      return reset > 0 ? reset * 1_000 - context.now().getTime() : undefined
    },
  }
  const url = linkOf(message, 'view')?.url
  let id: string | undefined
  for (const target of targets) {
    const request = {
      url: 'https://api.pushbullet.com/v2/pushes',
      headers: { 'access-token': token },
      json: {
        ...targetOf(target),
        // A push with a known guid is not created again, so that another attempt reaches only those it must.
        guid: createHash('sha256').update(`${context.key}\n${target}`).digest('hex').slice(0, 32),
        type: url === undefined ? 'note' : 'link',
        title: cutText(oneLine(message.title), LONGEST_TITLE),
        body: cutText(message.body, LONGEST_BODY),
        ...(url === undefined ? {} : { url }),
      },
    }
    const sent = await sendToService('Pushbullet', request, context, says)
    if (!sent.ok)
      return targets.length === 1
        ? sent
        : fail({ ...sent.failure, message: `${target}: ${sent.failure.message}` })
    const answer = answerShape.safeParse(sent.value.json)
    if (!answer.success) return fail(refusal('Pushbullet', sent.value, request, context, says))
    id = answer.data.iden
  }
  return succeed(id === undefined ? {} : { id })
}
