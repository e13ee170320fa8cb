import {
  choiceField,
  commonConnectionFields,
  defineConnection,
  insecureTls,
  optionalCredential,
  optionalField,
  portField,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  host: requiredField('Host', 'properties.host'),
  port: portField(587),
  username: optionalCredential('Username', 'username'),
  password: optionalCredential('Password', 'password'),
  from: requiredField('From Address', 'properties.from', { destination: false }),
  from_name: optionalField('From Name', 'properties.fromName', { destination: false }),
  encryption: choiceField(
    'Encryption method',
    'properties.encryptionMethod',
    ['None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'],
    'Auto',
    {
      description:
        'Auto: TLS from the start on port 465, else STARTTLS. Without an account, a server without STARTTLS is accepted.',
    },
  ),
  auth: choiceField(
    'SMTP authentication method',
    'properties.authMethod',
    ['None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'],
    'Unknown',
    { description: 'Unknown: what the server offers.' },
  ),
  insecure_tls: insecureTls,
})

export const connection = defineConnection({
  type: 'email',
  title: 'Email',
  description: 'Messages over a mail server.',
  icon: 'mail',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    host: 'smtp.example.com',
    username: 'alerts',
    password: 'secret://smtp/password',
    from: 'alerts@example.com',
  },
})

export type EmailForm = FormOf<typeof connection>
