import { REQUIRED } from '@binnacle/contract/core'
import {
  choiceField,
  commonConnectionFields,
  defineConnection,
  insecureTls,
  requiredCredential,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  url: requiredCredential('URL', 'url', {
    description: 'A secret, because everyone who has it can send messages.',
  }),
  content_type: field(z.string().trim().min(1, REQUIRED).max(200).default('application/json'), {
    title: 'Content Type',
    stored: 'properties.contentType',
    destination: false,
  }),
  request_method: choiceField('Request Method', 'properties.requestMethod', ['POST', 'GET'], 'POST', {
    destination: false,
  }),
  message_key: field(z.string().trim().min(1, REQUIRED).max(200).default('message'), {
    title: 'Message Key',
    stored: 'properties.key',
    destination: false,
  }),
  title_key: field(z.string().trim().min(1, REQUIRED).max(200).default('title'), {
    title: 'Title Key',
    stored: 'properties.titleKey',
    destination: false,
  }),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'generic_webhook',
  title: 'Generic Webhook',
  description: 'Messages to any web address.',
  icon: 'webhook',
  category: 'notification',

  schema,
  example: { name: 'alerts', url: 'https://hooks.example.com/alerts' },
})
