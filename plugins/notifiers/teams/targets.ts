import { isRecord } from '@binnacle/contract/schema'
import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

/** A connection with the URL of a workflow. */
export function workflowConnection(workflow: string) {
  return connectionOf({
    type: 'teams',
    url: `https://prod-01.westeurope.logic.azure.com:443/workflows/${workflow}/triggers/manual/paths/invoke?api-version=2016-06-01&sig=Ab0-signature-of-the-workflow`,
    properties: { host: 'outlook.office.com' },
  })
}

/** A connection with the parts of an incoming webhook. @param altId what the server below answers by */
export function webhookConnection(altId: string, host = 'example.webhook.office.com') {
  return connectionOf({
    type: 'teams',
    properties: {
      group: '11111111-4444-4444-8444-cccccccccccc',
      tenant: '22222222-4444-4444-8444-cccccccccccc',
      altID: altId,
      groupOwner: '44444444-4444-4444-8444-cccccccccccc',
      host,
    },
  })
}

export const GOOD = '33333333012222222222333333333344'

/** Workflows: https://learn.microsoft.com/azure/connectors/connectors-native-reqres and its errors. */
const workflows: Readonly<Record<string, ServiceReply>> = {
  good: { status: 202 },
  busy: {
    status: 429,
    headers: { 'retry-after': '12' },
    json: { error: { code: 'TooManyRequests', message: 'Rate limit is exceeded.' } },
  },
  disabled: {
    status: 400,
    json: {
      error: {
        code: 'WorkflowTriggerIsNotEnabled',
        message: "Could not execute workflow trigger 'manual' with state 'Disabled'.",
      },
    },
  },
  hang: 'hang',
}

/** Incoming webhooks: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const webhooks: Readonly<Record<string, ServiceReply>> = {
  [GOOD]: { text: '1' },
  busy: {
    text: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=0,server=DB3',
  },
  empty: { status: 400, text: 'Summary or Text is required.' },
}

/** A server that answers as Microsoft documents both ways. */
export function startTeams() {
  return startServiceServer(({ path, json }) => {
    const [, kind, first = '', , last = ''] = path.split('/')
    if (kind === 'workflows' && isRecord(json) && json['type'] === 'message')
      return (
        workflows[first] ?? {
          status: 404,
          json: { error: { code: 'WorkflowNotFound', message: 'not found' } },
        }
      )
    if (kind?.startsWith('webhook') === true && isRecord(json) && json['@type'] === 'MessageCard')
      return webhooks[last] ?? { status: 404, text: 'Invalid webhook URL' }
    return { status: 400, text: 'Bad payload received by generic incoming webhook.' }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startTeams()
  const to = (workflow: string): NotifierInput => ({
    spec: {},
    connection: workflowConnection(workflow),
    egress,
  })
  return {
    working: to('good'),
    failing: to('disabled'),
    hanging: to('hang'),
    secretive: to('{secret}'),
    arrived: () => calls.filter(({ path }) => path.includes('/good/')).map(({ body }) => body),
    stop,
  }
}
