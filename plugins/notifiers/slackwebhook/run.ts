import { fail, succeed } from '@binnacle/contract/core'
import { permanent, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { refusal, sendToService, type ServiceAnswer } from '@binnacle/plugin-kit/notifier-http'
import { isTemporaryForSlack, slackMessage, slackWords } from '../slack-message.ts'
import type { SlackWebhookSpec } from './spec.ts'

/** The error of a webhook is a word such as no_service; everything else is not from Slack. */
const codeOf = ({ text }: ServiceAnswer) => (/^[a-z_]{2,60}$/u.test(text.trim()) ? text.trim() : undefined)

/** Posts a message: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const run: RunNotifier<SlackWebhookSpec> = async ({ color }, message, context) => {
  const { url } = context.connection
  if (url === undefined) return permanent('the connection has no URL')
  const request = { url, json: slackMessage(message, color) }
  const says = {
    words: (answer: ServiceAnswer) => {
      const code = codeOf(answer)
      return code === undefined ? undefined : slackWords(code)
    },
  }
  const answered = await sendToService('Slack', request, context, says)
  if (!answered.ok) return answered
  const code = codeOf(answered.value)
  if (code === 'ok') return succeed({})
  if (code === undefined) return permanent('the server did not answer as a webhook of Slack does')
  return fail(
    refusal('Slack', answered.value, request, context, {
      ...says,
      isTemporary: () => isTemporaryForSlack(code),
    }),
  )
}
