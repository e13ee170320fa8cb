import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import {
  type NotifierFailure,
  permanent,
  type RunNotifier,
  serviceAddress,
} from '@binnacle/plugin-kit/notifiers'
import {
  refusal,
  type RefusalWords,
  sendToService,
  type ServiceAnswer,
} from '@binnacle/plugin-kit/notifier-http'
import { adaptiveCard } from './adaptive-card.ts'
import { messageCard } from './message-card.ts'
import type { TeamsSpec } from './spec.ts'

const OLD_HOST = 'outlook.office.com'

/** Incoming webhooks have addresses such as https://example.webhook.office.com/webhookb2/… */
function isIncomingWebhook(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^\/webhook(?:b2)?\/.+\/IncomingWebhook\//iu.test(parsed.pathname)
}

function webhookAddress({ url, properties }: ConnectionValues): Result<string, NotifierFailure> {
  if (url !== undefined) return succeed(url)
  const { group, tenant, altID, groupOwner, host = OLD_HOST } = properties
  if (group === undefined || tenant === undefined || altID === undefined || groupOwner === undefined)
    return permanent('the connection has neither a workflow URL nor all parts of an incoming webhook')
  const address = serviceAddress('Teams', host)
  if (!address.ok) return address
  const [groupPart, tenantPart, altPart, ownerPart] = [group, tenant, altID, groupOwner].map(
    encodeURIComponent,
  )
  const folder = host === OLD_HOST ? 'webhook' : 'webhookb2'
  return succeed(
    `${address.value}/${folder}/${groupPart}@${tenantPart}/IncomingWebhook/${altPart}/${ownerPart}`,
  )
}

/** An incoming webhook answers 200 with the status of Teams in the text. */
function statusInside({ text }: ServiceAnswer): number | undefined {
  const status = /HTTP error (\d{3})/iu.exec(text)?.[1]
  return status === undefined ? undefined : Number(status)
}

const webhookRules: RefusalWords = {
  words: (answer) => {
    const status = statusInside(answer)
    return status === undefined ? undefined : `Teams answered with status ${status}`
  },
  isTemporary(answer) {
    const status = statusInside(answer)
    return status === undefined ? undefined : status === 429 || status >= 500
  },
}

/** Sends a card, in the form that the address takes. */
export const run: RunNotifier<TeamsSpec> = async ({ color }, message, context) => {
  const address = webhookAddress(context.connection)
  if (!address.ok) return address
  const url = address.value
  if (!isIncomingWebhook(url)) {
    const answered = await sendToService('The workflow', { url, json: adaptiveCard(message) }, context)
    return answered.ok ? succeed({}) : answered
  }
  const request = { url, json: messageCard(message, color) }
  const answered = await sendToService('Teams', request, context, webhookRules)
  if (!answered.ok) return answered
  if (answered.value.text.trim() === '1') return succeed({})
  return fail(refusal('Teams', answered.value, request, context, webhookRules))
}
