import { succeed } from '@binnacle/contract'
import {
  commonCheckFields,
  connectionField,
  type ConnectionUse,
  credentialFields,
  credentialsOf,
  defineCheck,
  demandAddress,
  field,
  httpAddress,
  secretText,
  secretValue,
  serverConnection,
  slowest,
  type SpecOf,
  takeUserinfo,
  TESTED_CONNECTION,
  timedTlsConfig,
  wholeFromZero,
  without,
  type Written,
  writtenText,
} from '@binnacle/plugin-kit'
import { z } from 'zod'

const switched = (title: string, description: string) => field(z.boolean().optional(), { title, description })
/** The same where forms have it in `authentication`. */
const alsoSwitched = (title: string, description: string) =>
  field(z.boolean().optional(), { title, description, group: 'advanced' })

/** Methods whose requests have a body. */
const withBody = { field: 'method', values: ['POST', 'PUT', 'PATCH', 'OPTIONS'] }

const NTLM =
  'Proves user and password by NTLM, over one connection. The domain stands before the user: DOMAIN\\user. Only the second version is spoken.'

const authentication = field(
  z
    .strictObject({
      username: credentialFields.username,
      password: credentialFields.password,
      basic: switched('Basic', 'Sends user and password; so it is without any of these.'),
      ntlm: switched('NTLM', 'The same as NTLMv2: the first version of NTLM is not spoken.'),
      ntlmv2: switched('NTLMv2', NTLM),
      digest: switched('Digest', 'Proves user and password by Digest (RFC 7616).'),
    })
    .optional(),
  { title: 'Authentication', description: 'User and password, and how the server wants to be shown them.' },
)

const oauth2 = field(
  z
    .strictObject({
      tokenURL: field(httpAddress, { title: 'Address of tokens' }),
      scope: field(z.array(z.string().min(1).max(1_000)).max(100).optional(), { title: 'Scopes' }),
      params: field(z.record(z.string().min(1).max(200), z.string().max(10_000)).optional(), {
        title: 'Parameters',
        description: 'Sent along when a token is asked for, such as audience.',
      }),
    })
    .optional(),
  {
    title: 'OAuth 2.0',
    description: 'Asks for a token with user and password as those of the client (client credentials).',
    group: 'advanced',
  },
)

const awsSigV4 = field(
  z
    .strictObject({
      connection: connectionField,
      accessKey: field(secretValue({ title: 'Access key' }).optional(), { title: 'Access key' }),
      secretKey: field(secretValue({ title: 'Secret key' }).optional(), { title: 'Secret key' }),
      sessionToken: field(secretValue({ title: 'Session token' }).optional(), { title: 'Session token' }),
      region: field(z.string().trim().min(1).max(100).optional(), {
        title: 'Region',
        description: 'That which the address names without it.',
      }),
      service: field(z.string().trim().min(1).max(100).optional(), {
        title: 'Service',
        description: 'Such as execute-api; that which the address names without it.',
      }),
    })
    .optional(),
  {
    title: 'Amazon signature',
    description: 'Signs requests (Signature Version 4). Redirects are not followed then.',
    group: 'advanced',
  },
)

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields

const schema = z
  .strictObject({
    ...common,
    url: field(httpAddress.optional(), {
      title: 'Address',
      description: 'An http or https address; that of the connection without it.',
    }),
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
      shownWhen: withBody,
    }),
    templateBody: field(z.boolean().optional(), {
      title: 'Fill as template',
      description: 'Takes what is sent for a Go template, which sees the variables of "env" by their names.',
      shownWhen: withBody,
      group: 'advanced',
    }),
    env: field(
      z
        .array(
          z.strictObject({
            name: field(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of a variable'), {
              title: 'Name',
            }),
            value: field(z.string().max(64_000), { title: 'Value', secret: true }),
          }),
        )
        .max(100)
        .optional(),
      {
        title: 'Variables',
        description: 'For what is sent, where it is a template.',
        shownWhen: withBody,
        group: 'advanced',
      },
    ),
    connection: connectionField,
    username: credentialFields.username,
    password: credentialFields.password,
    authentication,
    ntlm: alsoSwitched('NTLM', 'The same as "ntlmv2".'),
    ntlmv2: alsoSwitched('NTLMv2', NTLM),
    digest: alsoSwitched('Digest', 'Proves user and password by Digest (RFC 7616).'),
    oauth2,
    awsSigV4,
    responseCodes: field(z.array(z.number().int().min(100).max(599)).min(1).optional(), {
      title: 'Accepted status codes',
      description: '200 to 299 without it.',
      offered: [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503],
    }),
    responseContent: field(z.string().min(1).optional(), {
      title: 'Expected content',
      description: 'A text that the body must contain. The first MiB is searched.',
    }),
    thresholdMillis: slowest('Slowest answer', 'Milliseconds; a slower answer is unhealthy.'),
    maxSSLExpiry: field(wholeFromZero.optional(), {
      title: 'Certificate days left',
      description:
        'Unhealthy when the certificate expires in fewer days. Not looked at with 0 or without it.',
    }),
    maxRedirects: field(z.number().int().min(0).max(20).optional(), {
      title: 'Redirects followed',
      description: '10 without it; with 0 the redirect itself is the answer.',
      group: 'advanced',
    }),
    tlsConfig: timedTlsConfig,
  })
  .check(demandAddress)
  .check((context) => {
    const spec = context.value
    const complain = (path: PropertyKey[], message: string) =>
      context.issues.push({ code: 'custom', message, path, input: spec })
    const chosen = ways(spec)
    if (chosen.size > 1)
      complain(['authentication'], `give one way to prove who is asking, not ${[...chosen].join(' and ')}`)
    const [way] = chosen
    const needsAccount = way !== undefined && way !== 'awsSigV4' && spec.connection === undefined
    const { username, password } = credentialsOf(spec)
    if (needsAccount && (username === undefined || password === undefined))
      complain([username === undefined ? 'username' : 'password'], `${way} needs a user name and a password`)
    const signing = spec.awsSigV4
    if (signing !== undefined && signing.connection === undefined)
      for (const key of ['accessKey', 'secretKey'] as const)
        if ((secretText(signing[key]) ?? '') === '')
          complain(['awsSigV4', key], 'a signature needs an access key and a secret key')
  })

type Schema = z.infer<typeof schema>
type Switches = Pick<Schema, 'ntlm' | 'ntlmv2' | 'digest' | 'authentication' | 'oauth2' | 'awsSigV4'>

/** The ways to prove who one is that a spec names. */
function ways({ ntlm, ntlmv2, digest, authentication: form, oauth2: tokens, awsSigV4: signing }: Switches) {
  const on: [string, boolean | undefined][] = [
    ['basic', form?.basic],
    ['ntlm', ntlm ?? form?.ntlm],
    ['ntlm', ntlmv2 ?? form?.ntlmv2],
    ['digest', digest ?? form?.digest],
    ['oauth2', tokens !== undefined],
    ['awsSigV4', signing !== undefined],
  ]
  return new Set(on.flatMap(([name, isOn]) => (isOn === true ? [name] : [])))
}

/** How user and password are proven. */
export function authenticationMethod(spec: Switches): 'basic' | 'ntlm' | 'digest' {
  const chosen = ways(spec)
  if (chosen.has('ntlm')) return 'ntlm'
  return chosen.has('digest') ? 'digest' : 'basic'
}

/** An address is shown everywhere, so a user and password in it move to their own fields, which are sealed. */
function moveUserinfo(written: Written): Written {
  const url = written['url']
  const hasOwn = ['username', 'password', 'authentication'].some((key) => written[key] !== undefined)
  if (typeof url !== 'string' || hasOwn) return written
  const { username, password, url: plain } = takeUserinfo(url)
  if (username === undefined && password === undefined) return written
  return {
    ...written,
    url: plain,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  }
}

const server = serverConnection(['http', 'windows'])

const connectionUses: readonly ConnectionUse[] = [
  {
    ...server,
    fill(written, connection) {
      const filled = server.fill(written, connection)
      const domain = connection.properties['domain']
      const username = filled.ok ? writtenText(filled.value, 'username') : undefined
      const isPlain = username !== undefined && username === connection.username && !/[\\@]/.test(username)
      return filled.ok && isPlain && domain !== undefined && domain !== ''
        ? succeed({ ...filled.value, username: `${domain}\\${username}` })
        : filled
    },
  },
  {
    at: ['awsSigV4'],
    types: ['aws', 's3'],
    fill(written, { username, password, properties: { region, sessionToken } }) {
      const rest = without(written, 'connection')
      const keys = {
        ...(username === undefined ? {} : { accessKey: username }),
        ...(password === undefined ? {} : { secretKey: password }),
        ...(sessionToken === undefined ? {} : { sessionToken }),
      }
      const isComplete = username !== undefined && password !== undefined
      return succeed({
        ...(region === undefined || region === '' ? {} : { region }),
        ...(isComplete
          ? { ...without(rest, 'accessKey', 'secretKey', 'sessionToken'), ...keys }
          : { ...keys, ...rest }),
      })
    },
  },
]

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
  connections: connectionUses,
  connectionTests: { http: () => ({ connection: TESTED_CONNECTION }) },
  rewrite: moveUserinfo,
  templates: ({ templateBody, body }) =>
    templateBody === true && body !== undefined ? [{ path: ['body'], source: body }] : [],
  endpoint: (spec) => spec.url ?? spec.connection,
  target: (spec) => (spec.url === undefined ? spec.connection : URL.parse(spec.url)?.host),
})

export type HttpSpec = SpecOf<typeof check>
