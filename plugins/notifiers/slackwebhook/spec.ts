import { colorSetting, defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({ color: colorSetting })

export const notifier = defineNotifier({
  type: 'slackwebhook',
  title: 'Slack Webhook',
  description: 'Sends messages to the channel of an incoming webhook of Slack.',
  setup:
    'Create an app at https://api.slack.com/apps, turn on "Incoming Webhooks", choose "Add New Webhook to Workspace" and copy the address into a Slack Webhook connection. Webhooks cannot reply to an alert; the Slack bot can. If the body of a message is JSON with "blocks", these blocks are sent instead of the text.',
  icon: 'webhook',
  schema,
  example: { color: '#d92d20' },
  connections: ['slackwebhook'],
  body: 'markdown',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 10,
})

export type SlackWebhookSpec = NotifierSpecOf<typeof notifier>
