import {
  commonConnectionFields,
  defineConnection,
  optionalCredential,
  optionalField,
  requiredCredential,
  requiredField,
  type FormOf,
} from '@binnacle/plugin-kit/connections'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonConnectionFields,
  channel: requiredField('Channel', 'username', {
    description: 'ID of the channel, such as C0123456789.',
    destination: false,
  }),
  bot_token: requiredCredential('Bot Token', 'password'),
  signing_secret: optionalCredential('Signing Secret', 'properties.signingSecret', {
    group: 'advanced',
    description:
      'Of the app, under "Basic Information". With it, the button "Acknowledge" acknowledges in Slack itself; enter the address of Binnacle followed by /api/notification/slack as the Request URL under "Interactivity & Shortcuts".',
  }),
  bot_name: optionalField('Bot Name', 'properties.BotName', { destination: false }),
})

export const connection = defineConnection({
  type: 'slack',
  title: 'Slack',
  description: 'Messages to a channel of Slack.',
  icon: 'hash',
  category: 'notification',

  schema,
  example: { name: 'alerts', channel: 'C0123456789', bot_token: 'secret://slack/token' },
})

export type SlackForm = FormOf<typeof connection>
