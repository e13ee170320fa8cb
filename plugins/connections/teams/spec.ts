import { REQUIRED } from '@binnacle/contract/core'
import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
} from '@binnacle/plugin-kit/connections'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  group: optionalField('Group', 'properties.group', {
    description:
      'Of an incoming webhook, which Microsoft has retired: https://HOST/webhookb2/GROUP@TENANT/IncomingWebhook/ALTID/GROUPOWNER. For a workflow, enter its URL under "Advanced" instead.',
  }),
  tenant: optionalField('Tenant', 'properties.tenant', { requiredWithout: ['url'] }),
  alt_id: optionalCredential('AltID', 'properties.altID', { requiredWithout: ['url'] }),
  group_owner: optionalField('GroupOwner', 'properties.groupOwner', { requiredWithout: ['url'] }),
  host: field(z.string().trim().min(1, REQUIRED).max(253).default('outlook.office.com'), {
    title: 'Host',
    stored: 'properties.host',
  }),
  url: optionalCredential('Workflow URL', 'url', {
    description:
      'Address of a workflow that starts "When a Teams webhook request is received", or the whole address of an incoming webhook. It is a secret and replaces the other fields.',
    group: 'advanced',
  }),
})

export const connection = defineConnection({
  type: 'teams',
  title: 'Teams',
  description: 'Messages to a channel of Microsoft Teams.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    group: 'on-call',
    tenant: '3f0c8d9e-0000-4000-8000-000000000002',
    alt_id: 'secret://teams/alt-id',
    group_owner: '3f0c8d9e-0000-4000-8000-000000000003',
  },
})
