import {
  commonConnectionFields,
  defineConnection,
  type FormOf,
  optionalField,
  requiredCredential,
  requiredField,
  switchField,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  account_sid: requiredField('Account SID', 'properties.accountSid', {
    description: 'AC…; the Twilio console shows it on its first page.',
    destination: false,
  }),
  api_key: optionalField('API Key SID', 'username', {
    description: 'SK…; an API key can be withdrawn alone. Default: the account signs in with its auth token',
    destination: false,
  }),
  auth_token: requiredCredential('Auth Token', 'password', {
    description: 'The auth token of the account, or the secret of the API key.',
  }),
  from: requiredField('From', 'properties.from', {
    description: 'Number of yours at Twilio, such as +14155552345, or for SMS a messaging service (MG…).',
    destination: false,
  }),
  // Each message costs money, so the person who enters the account decides. A right for people on call would have to be given
  // before the first call. A number that was verified keeps working when the switch is turned off, so that nobody on
  // call becomes unreachable without a word.
  personal_use: switchField('People may use it for themselves', 'properties.personalUse', {
    description:
      'Lets everybody who can sign in have their own alerts sent as text messages and calls, which cost you money. Off: only people who may write notifications. Default: off',
    destination: false,
  }),
})

export const connection = defineConnection({
  type: 'twilio',
  title: 'Twilio',
  description: 'SMS and calls, by Twilio.',
  icon: 'message-square',
  category: 'notification',

  schema,
  example: {
    name: 'alerts',
    account_sid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
    auth_token: 'secret://twilio/token',
    from: '+15557122661',
  },
})

export type TwilioForm = FormOf<typeof connection>
