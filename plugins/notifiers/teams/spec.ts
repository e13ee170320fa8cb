import { colorSetting, defineNotifier, type NotifierSpecOf } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'

const schema = z.strictObject({ color: colorSetting })

export const notifier = defineNotifier({
  type: 'teams',
  title: 'Teams',
  description: 'Sends messages to a channel or chat of Microsoft Teams.',
  setup:
    'Choose "Workflows" in the menu of the channel and "Send webhook alerts to a channel", and copy the URL into the field "Workflow URL" of a Teams connection. Workflows get an adaptive card, whose color follows the kind of message. Microsoft has retired the other incoming webhooks; where a tenant still has one, enter the parts of its URL, or the whole URL as the workflow URL. The owner of a workflow must stay a member of the team.',
  icon: 'message-square',
  schema,
  example: { color: '#d92d20' },
  connections: ['teams'],
  body: 'markdown',
  takesKey: false,
  recovery: 'message',
  timeoutMilliseconds: 60_000,
  concurrency: 5,
})

export type TeamsSpec = NotifierSpecOf<typeof notifier>
