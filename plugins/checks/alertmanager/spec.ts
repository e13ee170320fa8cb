import { REQUIRED } from '@binnacle/contract/core'
import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import {
  connectionField,
  credentialFields,
  field,
  httpAddress,
  serverConnection,
  tlsConfig,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const patterns = z.array(z.string().min(1).max(1_000)).min(1).max(100).optional()
const labelPatterns = z
  .record(
    z
      .string()
      .max(1_024, { abort: true })
      .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'not a label name'),
    z.string().max(1_000),
  )
  .optional()

const schema = z
  .strictObject({
    ...commonCheckFields,
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'Address',
      description: 'URL of the Alertmanager, including its path prefix if it has one.',
      destination: 'origin',
      aliases: ['endpoint'],
    }),
    host: field(httpAddress.optional(), {
      title: 'Host',
      description: 'Another name for "url".',
      group: 'advanced',
      destination: 'origin',
    }),
    ...credentialFields,
    alerts: field(patterns, {
      title: 'Alerts',
      description: 'Names of alerts, as regular expressions. Default: all',
      destination: false,
    }),
    filters: field(labelPatterns, {
      title: 'Labels',
      description: 'Regular expressions that labels must match, by label.',
      destination: false,
    }),
    exclude_filters: field(labelPatterns, {
      title: 'Excluded labels',
      description: 'Values that labels may not have, by label.',
      destination: false,
    }),
    ignore: field(patterns, {
      title: 'Ignored alerts',
      description: 'Names of alerts that are left out, as regular expressions.',
      destination: false,
    }),
    tlsConfig,
  })
  .check((context) => {
    const { url, host, connection } = context.value
    const message =
      url === undefined && host === undefined && connection === undefined
        ? REQUIRED
        : url !== undefined && host !== undefined
          ? 'give either "url" or "host"'
          : undefined
    if (message !== undefined)
      context.issues.push({ code: 'custom', message, path: ['url'], input: context.value })
  })

/** The URL of the Alertmanager, from whichever field has it. */
export function alertmanagerUrl(spec: z.infer<typeof schema>): string | undefined {
  return spec.url ?? spec.host
}

const server = serverConnection(['http', 'prometheus'])

export const check = defineCheck({
  type: 'alertmanager',
  title: 'Alert Manager',
  description: 'Reads the firing alerts of an Alertmanager.',
  icon: 'bell-ring',
  category: 'monitoring',
  schema,
  example: {
    name: 'alerts of the shop',
    url: 'http://127.0.0.1:9093',
    alerts: ['Shop.*'],
    ignore: ['ShopTest'],
  },
  timeoutMilliseconds: 30_000,
  concurrency: 50,
  connections: [
    {
      ...server,
      fill: ({ host, ...written }, connection, whole) =>
        server.fill(host === undefined ? written : { url: host, ...written }, connection, whole),
    },
  ],
  endpoint: (spec) => alertmanagerUrl(spec) ?? spec.connection,
  target: (spec) => URL.parse(alertmanagerUrl(spec) ?? '')?.host ?? spec.connection,
})

export type AlertmanagerSpec = SpecOf<typeof check>
