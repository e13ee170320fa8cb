import {
  allowedServers,
  commonConnectionFields,
  defineConnection,
  optionalField,
  serverForm,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  ...serverForm('An http or https address.'),
  domain: optionalField('Domain', 'properties.domain', {
    description: 'Windows domain of the user, for NTLM.',
    group: 'advanced',
    destination: false,
  }),
  token_url: optionalField('Token URL', 'properties.tokenURL', {
    description:
      'Where user and password are exchanged for a token (OAuth 2). Needed only where it is on another server.',
    group: 'advanced',
  }),
  servers: allowedServers,
})

export const connection = defineConnection({
  type: 'http',
  title: 'HTTP',
  description: 'A web server or an API over HTTP.',
  icon: 'globe',
  category: 'network',

  schema,
  example: {
    name: 'shop',
    url: 'https://shop.example.com/api',
    username: 'reader',
    password: 'secret://shop/password',
  },
})
