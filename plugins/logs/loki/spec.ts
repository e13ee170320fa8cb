import {
  account,
  connectionField,
  credentialFields,
  demandAddress,
  field,
  httpAddress,
  serverConnection,
  tlsConfig,
} from '@binnacle/plugin-kit/core'
import { defineLogBackend, type LogSpecOf } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'

const schema = z
  .strictObject({
    connection: connectionField,
    url: field(httpAddress.optional(), {
      title: 'URL',
      description: 'Address of Loki, without /loki/api.',
      destination: 'origin',
      requiredWithout: ['connection'],
    }),
    selector: field(
      z
        .string()
        .trim()
        .max(2_000, { abort: true })
        .regex(/^\{.*\}$/s, 'a stream selector of LogQL, such as {namespace="shop"}')
        .optional(),
      {
        title: 'Stream selector',
        description:
          'LogQL, such as {namespace="shop"}. The labels of the log selector of a component are added. Default: every stream with one of the labels below.',
        destination: false,
      },
    ),
    anyLabel: field(
      z
        .string()
        .max(1_024, { abort: true })
        .trim()
        .regex(/^[A-Za-z_]\w*$/, 'the name of a label')
        .optional(),
      {
        title: 'Label of every stream',
        description: 'Selects all streams if no other selector applies. Default: service_name',
        destination: false,
      },
    ),
    ...credentialFields,
    bearer: account('Bearer token'),
    tenant: field(z.string().trim().min(1).max(253).optional(), {
      title: 'Tenant',
      description: 'Sent as X-Scope-OrgID.',
      destination: false,
    }),
    tlsConfig,
  })
  .check(demandAddress)

export const logs = defineLogBackend({
  type: 'loki',
  title: 'Loki',
  description: 'Grafana Loki, by its HTTP API.',
  icon: 'search',
  schema,
  example: { url: 'http://127.0.0.1:3100', selector: '{namespace="shop"}', tenant: 'shop' },
  timeoutMilliseconds: 30_000,
  concurrency: 10,
  stream: ['filename', 'namespace', 'pod', 'container', 'service_name'],
  connections: [serverConnection(['http'])],
})

export type LokiSpec = LogSpecOf<typeof logs>
