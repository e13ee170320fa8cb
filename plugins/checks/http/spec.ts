import { REQUIRED } from '@binnacle/contract/core'
import { commonCheckFields, defineCheck, type SpecOf } from '@binnacle/plugin-kit/checks'
import {
  account,
  connectionField,
  credentialFields,
  credentialsOf,
  demandAddress,
  field,
  httpAddress,
  inGroup,
  LONGEST_SECRET,
  namedSecret,
  variables,
  placeholdersIn,
  secretText,
  slowest,
  soleIn,
  takeUserinfo,
  TESTED_CONNECTION,
  timedTlsConfig,
  wholeFromZero,
  type RawSpec,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { regionName } from '@binnacle/clients/aws/keys'
import { connectionUses } from '@binnacle/clients/http/connections'
import { CRAWL_MILLISECONDS, crawlField } from './crawl-fields.ts'

const switched = (title: string, description: string) => field(z.boolean().optional(), { title, description })
/** The same where forms have it in `authentication`. */
const alsoSwitched = (title: string, description: string) =>
  field(z.boolean().optional(), { title, description, group: 'advanced' })

/** Methods whose requests have a body. */
const withBody = { field: 'method', values: ['POST', 'PUT', 'PATCH', 'OPTIONS'] }

const NTLM =
  'Signs in with the first version of NTLM, which eavesdroppers can break. For servers that support no other version. Write the domain before the user: DOMAIN\\user.'
const NTLMV2 =
  'Signs in with the second version of NTLM, over one connection. Write the domain before the user: DOMAIN\\user.'

const authentication = field(
  z
    .strictObject({
      username: credentialFields.username,
      password: credentialFields.password,
      basic: switched('Basic', 'Sends user and password. Default if none of these is on.'),
      ntlm: switched('NTLM', NTLM),
      ntlmv2: switched('NTLMv2', `${NTLMV2} It overrides NTLM.`),
      digest: switched('Digest', 'Proves user and password by Digest (RFC 7616).'),
    })
    .optional(),
  {
    title: 'Basic, NTLM or Digest',
    description: 'Username, password and the method that the server expects. Default: Basic.',
    group: 'authentication',
    aliases: ['auth'],
  },
)

const oauth2 = field(
  z
    .strictObject({
      tokenURL: field(httpAddress.optional(), {
        title: 'Address of tokens',
        description:
          'With a connection it leads to the server of the connection, or is its property "tokenURL".',
      }),
      scope: field(z.array(z.string().min(1).max(1_000)).max(100).optional(), { title: 'Scopes' }),
      params: field(z.record(z.string().min(1).max(200), z.string().max(10_000)).optional(), {
        title: 'Parameters',
        description: 'Sent with the token request, such as audience.',
      }),
    })
    .optional(),
  {
    title: 'OAuth 2.0',
    description: 'Requests a token with username and password as client id and client secret.',
    group: 'authentication',
  },
)

const awsSigV4 = field(
  z
    .strictObject({
      connection: connectionField,
      accessKey: account('Access key'),
      secretKey: account('Secret key'),
      sessionToken: account('Session token'),
      region: field(
        z
          .string()
          .max(8_192, { abort: true })
          .trim()
          .regex(regionName, 'not the name of a region, such as us-east-1')
          .optional(),
        {
          title: 'Region',
          description: 'Default: the one in the address',
        },
      ),
      service: field(z.string().trim().min(1).max(100).optional(), {
        title: 'Service',
        description: 'Such as execute-api. Default: the one in the address',
      }),
    })
    .optional(),
  {
    title: 'Amazon signature',
    description: 'Signs requests (Signature Version 4). Redirects are then not followed.',
    group: 'authentication',
  },
)

/** An address that is written out, or one variable that has it. */
const ownAddress = z
  .string()
  .max(8_192, { abort: true })
  .check((context) => {
    if (soleIn(context.value) !== undefined) return
    const written = httpAddress.safeParse(context.value)
    for (const { message } of written.error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value })
  })

// Its own variables are more than values for scripts.
const { env: _, ...common } = commonCheckFields

const schema = z
  .strictObject({
    ...common,
    url: field(ownAddress.optional(), {
      title: 'URL',
      description:
        'http:// or https://. May be empty if you choose a connection. $(NAME) inserts a variable.',
      destination: 'origin',
      aliases: ['endpoint'],
      requiredWithout: ['connection'],
    }),
    method: field(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(), {
      title: 'Method',
      description: 'Default: GET.',
      group: 'request',
      offered: ['GET', 'POST', 'PUT', 'DELETE'],
      destination: false,
    }),
    headers: field(
      z
        .array(
          namedSecret(
            z
              .string()
              .max(8_192, { abort: true })
              .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name'),
            z
              .string()
              .max(LONGEST_SECRET, { abort: true })
              .regex(/^[^\r\n\0]*$/, 'a header value is one line'),
          ),
        )
        .max(50)
        .optional(),
      { title: 'Headers', group: 'request', destinationNames: ['host'] },
    ),
    body: field(z.string().max(1_000_000).optional(), {
      title: 'Body',
      widget: 'multiline',
      shownWhen: withBody,
      group: 'request',
    }),
    templateBody: field(z.boolean().optional(), {
      title: 'Fill as template',
      description: 'The body is a Go template that sees the variables by their names.',
      shownWhen: withBody,
      group: 'request',
    }),
    env: field(variables.optional(), {
      title: 'Variables',
      aliases: ['envVar', 'envVars'],
      description: 'Values for the URL, as $(NAME), and for a body that is a template.',
      group: 'request',
    }),
    connection: inGroup('authentication', connectionField),
    username: inGroup('authentication', credentialFields.username),
    password: inGroup('authentication', credentialFields.password),
    authentication,
    ntlm: alsoSwitched('NTLM', NTLM),
    ntlmv2: alsoSwitched('NTLMv2', `${NTLMV2} It overrides "ntlm".`),
    digest: alsoSwitched('Digest', 'Proves user and password by Digest (RFC 7616).'),
    oauth2,
    awsSigV4,
    responseCodes: field(z.array(z.number().int().min(100).max(599)).min(1).optional(), {
      title: 'Accepted status codes',
      description: 'Default: 200–299.',
      group: 'response',
      offered: [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503],
      destination: false,
    }),
    responseContent: field(z.string().optional(), {
      title: 'Expected content',
      description: 'Text that the first MiB of the body must contain. Empty: any body.',
      group: 'response',
    }),
    responseJSONContent: field(
      z
        .strictObject({
          path: field(z.string().trim().min(1).max(4_000), {
            title: 'Path',
            description:
              'JSONPath in the body, such as $.status or $.items[0].name. The first value that it finds is compared.',
          }),
          value: field(z.union([z.string().max(10_000), z.number(), z.boolean()]), {
            title: 'Expected value',
            description: 'Text, number, true or false; 5 and "5" are the same.',
          }),
        })
        .optional(),
      { title: 'Expected JSON', description: 'Value that the body must have as JSON.', group: 'response' },
    ),
    thresholdMillis: inGroup(
      'response',
      slowest('Maximum response time (ms)', 'Unhealthy when the response takes longer.'),
    ),
    maxSSLExpiry: field(wholeFromZero.optional(), {
      title: 'Warn before certificate expires (days)',
      description: 'Unhealthy when the certificate expires in fewer days. 0 or empty disables.',
      group: 'response',
      destination: false,
    }),
    maxRedirects: field(z.number().int().min(0).max(20).optional(), {
      title: 'Maximum redirects',
      description: 'Default: 10. 0: the redirect itself is the response.',
      group: 'advanced',
      destination: false,
    }),
    crawl: inGroup('advanced', crawlField),
    tlsConfig: timedTlsConfig,
  })
  .check(demandAddress)
  .check((context) => {
    const spec = context.value
    const complain = (path: PropertyKey[], message: string) =>
      context.issues.push({ code: 'custom', message, path, input: spec })
    const namesConnections = spec.connection !== undefined || spec.awsSigV4?.connection !== undefined
    for (const problem of addressProblems({ ...spec, namesConnections })) complain(['url'], problem)
    const chosen = ways(spec)
    if (chosen.size > 1)
      complain(['authentication'], `choose one authentication method, not ${[...chosen].join(' and ')}`)
    const [way] = chosen
    const needsAccount = way !== undefined && way !== 'awsSigV4' && spec.connection === undefined
    const { username, password } = credentialsOf(spec)
    if (needsAccount && (username === undefined || password === undefined))
      complain([username === undefined ? 'username' : 'password'], `${way} needs a username and a password`)
    if (spec.oauth2 !== undefined && spec.oauth2.tokenURL === undefined && spec.connection === undefined)
      complain(['oauth2', 'tokenURL'], REQUIRED)
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
    ['ntlmv2', ntlmv2 ?? form?.ntlmv2],
    ['digest', digest ?? form?.digest],
    ['oauth2', tokens !== undefined],
    ['awsSigV4', signing !== undefined],
  ]
  const chosen = new Set(on.flatMap(([name, isOn]) => (isOn === true ? [name] : [])))
  // Specs of before the first version was spoken may say both.
  if (chosen.has('ntlmv2')) chosen.delete('ntlm')
  return chosen
}

/** What keeps the placeholders of an address from being filled. */
function addressProblems({
  url,
  env,
  namesConnections,
}: {
  url?: string | undefined
  env?: { name: string }[] | undefined
  namesConnections: boolean
}): string[] {
  const sole = url === undefined ? undefined : soleIn(url)
  // What a connection lends goes to addresses that are known when the check is saved.
  if (sole !== undefined && namesConnections)
    return ['with a connection the address is written out, not kept in a variable']
  const address = url === undefined ? null : URL.parse(sole === undefined ? url : `http://a/${url.trim()}`)
  if (url === undefined || address === null) return []
  const names = placeholdersIn(url)
  const inside = placeholdersIn(address.pathname + address.search + address.hash)
  if (names.length > inside.length) return ['only path and query of the address can have a $(name)']
  const known = new Set((env ?? []).map(({ name }) => name))
  return [...new Set(names)]
    .filter((name) => !known.has(name))
    .map((name) => `there is no variable "${name}" in "env" for $(${name})`)
}

/** How user and password are proven. */
export function authenticationMethod(spec: Switches): 'basic' | 'ntlm' | 'ntlmv2' | 'digest' {
  const chosen = ways(spec)
  if (chosen.has('ntlm')) return 'ntlm'
  if (chosen.has('ntlmv2')) return 'ntlmv2'
  return chosen.has('digest') ? 'digest' : 'basic'
}

/** An address is shown everywhere, so a user and password in it move to their own fields, which are sealed. */
function moveUserinfo(written: RawSpec): RawSpec {
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

export const check = defineCheck({
  type: 'http',
  title: 'HTTP',
  description: 'Requests a URL and checks status, content, response time and certificate.',
  icon: 'globe',
  category: 'network',
  place: 1,
  schema,
  example: {
    name: 'shop front page',
    url: 'http://127.0.0.1:8080/healthz',
    responseCodes: [200],
    thresholdMillis: 2_000,
  },
  timeoutMilliseconds: 10_000,
  timeoutFor: ({ crawl }) => (crawl === undefined ? undefined : CRAWL_MILLISECONDS),
  concurrency: 500,
  connections: connectionUses,
  connectionTests: { http: () => ({ connection: TESTED_CONNECTION }) },
  rewrite: moveUserinfo,
  scripts: ({ templateBody, body, responseJSONContent: json }) => [
    ...(templateBody === true && body !== undefined
      ? [{ path: ['body'], language: 'template' as const, source: body }]
      : []),
    ...(json === undefined
      ? []
      : [{ path: ['responseJSONContent', 'path'], language: 'jsonpath' as const, source: json.path }]),
  ],
  endpoint: (spec) => spec.url ?? spec.connection,
  target: (spec) => (spec.url === undefined ? spec.connection : URL.parse(spec.url)?.host),
})

export type HttpSpec = SpecOf<typeof check>
