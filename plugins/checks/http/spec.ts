import {
  commonCheckFields,
  credentialFields,
  defineCheck,
  field,
  httpAddress,
  type SpecOf,
  tlsConfig,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

const schema = z.strictObject({
  ...commonCheckFields,
  url: field(httpAddress, { title: 'Address', description: 'An http or https address.' }),
  method: field(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(), {
    title: 'Method',
    description: 'GET without it.',
    offered: ['GET', 'POST', 'PUT', 'DELETE'],
  }),
  headers: field(
    z
      .array(
        z.strictObject({
          name: field(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name'), {
            title: 'Name',
          }),
          value: field(z.string().regex(/^[^\r\n\0]*$/, 'a header value is one line'), {
            title: 'Value',
            secret: true,
          }),
        }),
      )
      .max(50)
      .optional(),
    { title: 'Headers' },
  ),
  body: field(z.string().max(1_000_000).optional(), {
    title: 'Body',
    widget: 'multiline',
    shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH', 'OPTIONS'] },
  }),
  ...credentialFields,
  responseCodes: field(z.array(z.number().int().min(100).max(599)).min(1).optional(), {
    title: 'Accepted status codes',
    description: '200 to 299 without it.',
    offered: [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503],
  }),
  responseContent: field(z.string().min(1).optional(), {
    title: 'Expected content',
    description: 'A text that the body must contain. The first MiB is searched.',
  }),
  thresholdMillis: field(z.number().int().positive().optional(), {
    title: 'Slowest answer',
    description: 'Milliseconds; a slower answer is unhealthy.',
  }),
  maxSSLExpiry: field(z.number().int().positive().optional(), {
    title: 'Certificate days left',
    description: 'Unhealthy when the certificate expires in fewer days.',
  }),
  maxRedirects: field(z.number().int().min(0).max(20).optional(), {
    title: 'Redirects followed',
    description: '10 without it; with 0 the redirect itself is the answer.',
    group: 'advanced',
  }),
  tlsConfig,
})

export const check = defineCheck({
  type: 'http',
  title: 'HTTP',
  description: 'Requests an address and looks at status, content, speed and certificate of the answer.',
  icon: 'globe',
  schema,
  example: {
    name: 'shop front page',
    url: 'http://127.0.0.1:8080/healthz',
    responseCodes: [200],
    thresholdMillis: 2_000,
  },
  timeoutMilliseconds: 10_000,
  concurrency: 500,
  endpoint: (spec) => spec.url,
  target: (spec) => URL.parse(spec.url)?.host,
})

export type HttpSpec = SpecOf<typeof check>
