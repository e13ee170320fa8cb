import {
  commonConnectionFields,
  defineConnection,
  optionalField,
  requiredCredential,
  requiredField,
} from '@binnacle/plugin-kit/connections'
import { REQUIRED, field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  group: optionalField('Group', 'properties.group'),
  tenant: requiredField('Tenant', 'properties.tenant'),
  alt_id: requiredCredential('AltID', 'properties.altID'),
  group_owner: requiredField('GroupOwner', 'properties.groupOwner'),
  host: field(z.string().trim().min(1, REQUIRED).max(253).default('outlook.office.com'), {
    title: 'Host',
    stored: 'properties.host',
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
