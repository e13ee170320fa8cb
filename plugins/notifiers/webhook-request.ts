import {
  divideAddress,
  type DividedAddress,
  sendToService,
  serviceAuthorization,
  type ServiceRequest,
} from '@binnacle/plugin-kit/notifier-http'
import { type NotificationMessage, oneLine, type RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { fail, succeed } from '@binnacle/contract/core'
import type { z } from 'zod'
import { pairsIn, type webhookFields } from './webhook-fields.ts'

type WebhookSpec = z.infer<z.ZodObject<ReturnType<typeof webhookFields>>>

function detailsOf(message: NotificationMessage) {
  const { kind, severity, time, resource, labels, annotations = {}, links, alert } = message
  return { kind, severity, time: time.toISOString(), resource, labels, annotations, links, alert }
}

function headersOf(pairs: DividedAddress['headers']): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
}

const methods = ['POST', 'PUT', 'GET'] as const

/** Sends a message to the URL of a connection. */
export const sendWebhook: RunNotifier<WebhookSpec> = async (spec, message, context) => {
  const { url, properties } = context.connection
  const written = divideAddress(url ?? '')
  if (written === undefined) return fail({ message: 'the connection has no valid URL', isTemporary: false })
  const type = oneLine(spec.contentType ?? properties['contentType'] ?? 'application/json')
  const method =
    spec.method ?? methods.find((one) => one === properties['requestMethod']?.toUpperCase()) ?? 'POST'
  const fields = [...written.fields, ...(pairsIn(spec.fields ?? '', '=') ?? [])]
  const texts = {
    [spec.titleKey ?? properties['titleKey'] ?? 'title']: message.title,
    [spec.messageKey ?? properties['key'] ?? 'message']: message.body,
    ...Object.fromEntries(fields),
  }
  const isJson = (spec.template ?? (/\bjson\b/i.test(type) ? 'json' : 'raw')) === 'json'
  const content = (): Pick<ServiceRequest, 'text'> => {
    if (method === 'GET') return {}
    // A template that was written for this server may be JSON or XML, which no conversion may touch.
    if (!isJson) return { text: message.written ?? message.body }
    const details = spec.details ? detailsOf(message) : {}
    // Programs act on the details, so a field of a rule or an address never takes the name of one.
    return { text: JSON.stringify({ ...details, ...texts, ...details }) }
  }
  if (method === 'GET')
    for (const [name, text] of Object.entries(texts)) written.url.searchParams.append(name, text)
  const request: ServiceRequest = {
    url: written.url.href,
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': type }),
      // Headers of a rule never replace those of the connection, which an administrator wrote.
      ...headersOf(pairsIn(spec.headers ?? '', ':') ?? []),
      ...serviceAuthorization(context.connection),
      ...headersOf(written.headers),
      'idempotency-key': context.key,
    },
    ...content(),
    secrets: [...written.headers, ...written.fields].map(([, value]) => value),
  }
  const sent = await sendToService('the server', request, context)
  return sent.ok ? succeed({}) : sent
}
