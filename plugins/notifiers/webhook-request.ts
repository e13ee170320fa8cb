import { sendToService, serviceAuthorization, type ServiceRequest } from '@binnacle/plugin-kit/notifier-http'
import { type NotificationMessage, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { fail, succeed } from '@binnacle/contract/core'
import type { z } from 'zod'
import { isHeader, pairsIn, type webhookFields } from './webhook-fields.ts'

type WebhookSpec = z.infer<z.ZodObject<ReturnType<typeof webhookFields>>>

function detailsOf({ kind, severity, time, resource, labels, links, alert }: NotificationMessage) {
  return { kind, severity, time: time.toISOString(), resource, labels, links, alert }
}

type Pairs = readonly (readonly [name: string, value: string])[]

/**
 * Takes headers (`@name=value`) and fields (`$name=value`) out of the query of a URL, as other programs write them:
 * https://containrrr.dev/shoutrrr/v0.8/services/generic/
 */
function divideQuery(url: URL): { headers: Pairs; fields: Pairs } {
  const pairs = [...url.searchParams].filter(([name]) => /^[@$]./.test(name))
  for (const [name] of pairs) url.searchParams.delete(name)
  const beginning = (mark: string) =>
    pairs.filter(([name]) => name.startsWith(mark)).map(([name, value]) => [name.slice(1), value] as const)
  return { headers: beginning('@').filter(isHeader), fields: beginning('$') }
}

const methods = ['POST', 'PUT', 'GET'] as const

/** Sends a message to the URL of a connection. */
export const sendWebhook: RunNotifier<WebhookSpec> = async (spec, message, context) => {
  const { url, properties } = context.connection
  const parsed = URL.parse(url ?? '')
  if (parsed === null) return fail({ message: 'the connection has no valid URL', isTemporary: false })
  const type = oneLine(spec.contentType ?? properties['contentType'] ?? 'application/json')
  const method =
    spec.method ?? methods.find((one) => one === properties['requestMethod']?.toUpperCase()) ?? 'POST'
  const written = divideQuery(parsed)
  const fields = [...written.fields, ...(pairsIn(spec.fields ?? '', '=') ?? [])]
  const headers = [...written.headers, ...(pairsIn(spec.headers ?? '', ':') ?? [])]
  const texts = {
    [spec.titleKey ?? properties['titleKey'] ?? 'title']: message.title,
    [spec.messageKey ?? properties['key'] ?? 'message']: message.body,
    ...Object.fromEntries(fields),
  }
  const isJson = (spec.template ?? (/\bjson\b/i.test(type) ? 'json' : 'raw')) === 'json'
  const content = (): Pick<ServiceRequest, 'text'> => {
    if (method === 'GET') return {}
    if (!isJson) return { text: message.body }
    return { text: JSON.stringify({ ...(spec.details ? detailsOf(message) : {}), ...texts }) }
  }
  if (method === 'GET')
    for (const [name, text] of Object.entries(texts)) parsed.searchParams.append(name, text)
  const request: ServiceRequest = {
    url: parsed.href,
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': type }),
      'idempotency-key': context.key,
      ...serviceAuthorization(context.connection),
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    },
    ...content(),
    secrets: [...written.headers, ...written.fields].map(([, value]) => value),
  }
  const sent = await sendToService('the server', request, context)
  return sent.ok ? succeed({}) : sent
}
