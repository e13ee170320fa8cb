import { defineNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { WEBHOOK_SETUP, webhookFields } from '../webhook-fields.ts'

export const notifier = defineNotifier({
  type: 'webhook',
  title: 'Webhook',
  description: 'Sends messages as JSON with all that is known of the alert, for programs.',
  setup: `Create a Webhook connection with the URL of the server that takes the messages, and with user and password if it asks for them. A password without user is sent as a bearer token. ${WEBHOOK_SETUP} Messages with the same \`alert\` belong together: an alert, its repetitions and its recovery. A POST to the \`post\` address of the link \`acknowledge\` acknowledges the alert.`,
  icon: 'webhook',
  schema: z.strictObject(webhookFields(true)),
  example: { headers: 'X-Team: web' },
  connections: ['webhook'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 20,
})
