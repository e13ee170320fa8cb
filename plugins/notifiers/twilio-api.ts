// What SMS and calls of Twilio share (https://www.twilio.com/docs/usage/api).
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { refusal, type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import type { NotifierContext, NotifierFailure, SentMessage } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const answerShape = z.object({
  sid: z.string(),
  status: z.string().optional(),
  error_code: z.union([z.number(), z.string()]).nullish(),
  error_message: z.string().nullish(),
})
const errorShape = z.object({ code: z.number(), message: z.string() })

const says: RefusalWords = {
  words({ json }) {
    const error = errorShape.safeParse(json).data
    if (error !== undefined) return `${error.message} (${error.code})`
    return answerShape.safeParse(json).data?.error_message ?? undefined
  },
}

/**
 * Creates a resource of the account of a connection.
 * @param resource such as Messages
 */
export async function createAtTwilio(
  resource: 'Messages' | 'Calls',
  form: Readonly<Record<string, string>>,
  context: NotifierContext,
): Promise<Result<SentMessage, NotifierFailure>> {
  const { username: key, password, properties } = context.connection
  const account = properties['accountSid']
  if (account === undefined || password === undefined)
    return fail({ message: 'the connection has no account or no token', isTemporary: false })
  const request = {
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(account)}/${resource}.json`,
    headers: basicAuthorization({ username: key ?? account, password }),
    form,
  }
  const sent = await sendToService('Twilio', request, context, says)
  if (!sent.ok) return sent
  const answer = answerShape.safeParse(sent.value.json)
  const isRefused = (answer.data?.error_code ?? null) !== null || answer.data?.status === 'failed'
  return answer.success && !isRefused
    ? succeed({ id: answer.data.sid })
    : fail(refusal('Twilio', sent.value, request, context, says))
}
