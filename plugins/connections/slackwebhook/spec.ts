import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  insecureTls,
  optionalCredential,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: requiredCredential('URL', 'url'),
  username: optionalCredential('Username', 'username'),
  password: optionalCredential('Password', 'password'),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'slackwebhook',
  title: 'Slack Webhook',
  description: 'A web address that messages are sent to.',
  icon: 'webhook',
  category: 'notification',
  hidden: true,
  schema,
  example: { name: 'hook', url: 'https://hooks.example.com/alerts' },
})

export type SlackWebhookForm = FormOf<typeof connection>
