import { defineNotifier } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import { WEBHOOK_SETUP, webhookFields } from '../webhook-fields.ts'

export const notifier = defineNotifier({
  type: 'generic_webhook',
  title: 'Generic webhook',
  description: 'Sends messages to any web address, as JSON or as text.',
  setup: `Create a Generic Webhook connection with the URL of the server that takes the messages. ${WEBHOOK_SETUP}`,
  icon: 'webhook',
  schema: z.strictObject(webhookFields(false)),
  example: {
    template: 'json',
    titleKey: 'subject',
    messageKey: 'text',
    fields: 'channel=alerts',
  },
  connections: ['generic_webhook'],
  body: 'text',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 30_000,
  concurrency: 20,
})
