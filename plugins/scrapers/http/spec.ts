import { connectionUses } from '@binnacle/clients/http/connections'
import { isTemplate } from '@binnacle/plugin-kit/checks'
import {
  account,
  connectionField,
  type ConnectionUse,
  credentialFields,
  demandAddress,
  durationText,
  field,
  httpAddress,
  inGroup,
  isRecord,
  LONGEST_SECRET,
  namedSecret,
  placeholdersIn,
  timedTlsConfig,
  variables,
  without,
  type RawSpec,
} from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperScript, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { REQUIRED, succeed } from '@binnacle/contract/core'
import { z } from 'zod'

/** Pages that are read where the spec does not say. */
export const MOST_PAGES = 10_000
/** Most characters of an expression. */
const LONGEST_EXPRESSION = 65_536

const isFilled = (text: string) => isTemplate(text) || placeholdersIn(text).length > 0

/** An address that is written out, or a template of one. */
const address = z
  .string()
  .trim()
  .max(10_000, { abort: true })
  .check((context) => {
    if (isFilled(context.value)) return
    for (const { message } of httpAddress.safeParse(context.value).error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value })
  })

const expression = (title: string, description: string) =>
  field(z.string().trim().min(1).max(LONGEST_EXPRESSION).optional(), {
    title,
    description,
    widget: 'code',
    language: 'cel',
  })

const pagination = z.strictObject({
  nextPageExpr: field(z.string().trim().min(1).max(LONGEST_EXPRESSION), {
    title: 'Next page',
    description:
      'CEL that sees "response" with body, headers, status and url. It gives the address of the next page, or {url, method, body, headers}; "", {} or null at the end.',
    widget: 'code',
    language: 'cel',
  }),
  reduceExpr: expression(
    'Merge',
    'CEL that sees "acc", a list that is empty at first, and "page", the body of a page; it gives the new list, such as acc + page.items. Default: the items of pages that are lists, or the pages.',
  ),
  perPage: field(z.boolean().optional(), {
    title: 'Each page by itself',
    description: 'Makes an item of each page instead of one of all pages. Default: off.',
  }),
  maxPages: field(z.number().int().min(0).max(MOST_PAGES).optional(), {
    title: 'Maximum pages',
    description: `0 or empty: ${MOST_PAGES}. Items on further pages are then not deleted.`,
  }),
  delay: field(durationText({ minimum: '0s', maximum: '10m' }).optional(), {
    title: 'Delay',
    description: 'Time between two pages, such as 500ms. Default: none.',
    widget: 'duration',
  }),
})

const oauth = z.strictObject({
  clientID: account('Client ID'),
  clientSecret: account('Client secret'),
  tokenURL: field(httpAddress.optional(), {
    title: 'Address of tokens',
    description: 'With a connection it leads to the server of the connection, or is its property "tokenURL".',
  }),
  scope: field(z.array(z.string().min(1).max(1_000)).max(100).optional(), {
    title: 'Scopes',
    aliases: ['scopes'],
  }),
  params: field(z.record(z.string().min(1).max(200), z.string().max(10_000)).optional(), {
    title: 'Parameters',
    description: 'Sent with the request for a token, such as audience.',
  }),
})

const header = namedSecret(
  z
    .string()
    .max(8_192, { abort: true })
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name'),
  z
    .string()
    .max(LONGEST_SECRET, { abort: true })
    .regex(/^[^\r\n\0]*$/, 'a header value is one line'),
)

const withBody = { field: 'method', values: ['POST', 'PUT', 'PATCH'] }

const schema = z
  .strictObject({
    url: field(address.optional(), {
      title: 'URL',
      description:
        'Answers with JSON or text. With {{ it is a Go template that sees the variables, such as {{.region}}. May be empty if you choose a connection.',
      destination: 'origin',
      requiredWithout: ['connection'],
    }),
    connection: inGroup('authentication', connectionField),
    method: field(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).optional(), {
      title: 'Method',
      description: 'Default: GET.',
      group: 'request',
      offered: ['GET', 'POST', 'PUT', 'DELETE'],
      destination: false,
    }),
    body: field(z.string().max(1_000_000).optional(), {
      title: 'Body',
      description: 'With {{ it is a Go template that sees the variables.',
      widget: 'multiline',
      shownWhen: withBody,
      group: 'request',
    }),
    headers: field(z.array(header).max(50).optional(), {
      title: 'Headers',
      group: 'request',
      destinationNames: ['host'],
    }),
    env: field(variables.optional(), {
      title: 'Variables',
      aliases: ['envVar', 'envVars'],
      description: 'Values for templates in URL and body.',
      group: 'request',
    }),
    username: inGroup('authentication', credentialFields.username),
    password: inGroup('authentication', credentialFields.password),
    authentication: credentialFields.authentication,
    bearer: field(account('Bearer token'), {
      title: 'Bearer token',
      destination: false,
      group: 'authentication',
    }),
    oauth: field(oauth.optional(), {
      title: 'OAuth 2.0',
      description: 'Requests a token with the id and the secret of a client.',
      aliases: ['oauth2'],
      group: 'authentication',
    }),
    tlsConfig: timedTlsConfig,
    pagination: field(pagination.optional(), {
      title: 'Pages',
      description: 'Reads sources that answer in pages.',
      group: 'response',
      destination: false,
    }),
  })
  .check(demandAddress)
  .check((context) => {
    const { url, connection, oauth: tokens, env, bearer } = context.value
    const complain = (path: PropertyKey[], message: string) =>
      context.issues.push({ code: 'custom', message, path, input: context.value })
    // What a connection lends goes to addresses that are known when the scraper is saved.
    const start = /^https?:\/\/[^/?#]*/i.exec(url ?? '')?.[0] ?? ''
    if (url !== undefined && isFilled(url) && connection !== undefined && (start === '' || isFilled(start)))
      complain(['url'], 'with a connection only path and query of the address can be a template')
    const known = new Set((env ?? []).map(({ name }) => name))
    for (const name of new Set(placeholdersIn(url ?? '')))
      if (!known.has(name)) complain(['url'], `there is no variable "${name}" in "env" for $(${name})`)
    if (tokens !== undefined && connection === undefined)
      for (const key of ['clientID', 'clientSecret', 'tokenURL'] as const)
        if (tokens[key] === undefined) complain(['oauth', key], REQUIRED)
    if (tokens !== undefined && bearer !== undefined) complain(['bearer'], 'give either "bearer" or "oauth"')
  })

/** A spec as that of an HTTP check. */
function asCheck({ oauth: own, ...rest }: RawSpec): RawSpec {
  return isRecord(own) ? { ...rest, oauth2: own } : rest
}

/** The connection of an HTTP check, whose tokens have another name. */
const uses: readonly ConnectionUse[] = connectionUses
  .filter(({ at }) => at.length === 0)
  .map((use) => ({
    ...use,
    fill(written, connection, whole) {
      const filled = use.fill(asCheck(written), connection, whole)
      if (!filled.ok) return filled
      const { oauth2, ...others } = filled.value
      return succeed(oauth2 === undefined ? without(others, 'oauth2') : { ...others, oauth: oauth2 })
    },
  }))

function scripts({ url, body, pagination: pages }: z.output<typeof schema>): readonly ScraperScript[] {
  const fields: [string[], ScraperScript['language'], string | undefined][] = [
    [['url'], 'template', url !== undefined && isTemplate(url) ? url : undefined],
    [['body'], 'template', body !== undefined && isTemplate(body) ? body : undefined],
    [['pagination', 'nextPageExpr'], 'cel', pages?.nextPageExpr],
    [['pagination', 'reduceExpr'], 'cel', pages?.reduceExpr],
  ]
  return fields.flatMap(([path, language, source]) =>
    source === undefined ? [] : [{ path, language, source }],
  )
}

export const scraper = defineScraper({
  type: 'http',
  title: 'HTTP',
  description: 'Documents of an API over HTTP, page by page.',
  icon: 'globe',
  schema,
  example: {
    url: 'http://127.0.0.1:8080/api/items?limit=100',
    headers: [{ name: 'X-Api-Key', value: 'secret://shop/api-key' }],
    pagination: {
      nextPageExpr: 'has(response.body.next) ? response.body.next : ""',
      reduceExpr: 'acc + page.items',
      delay: '200ms',
    },
  },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
  connections: uses,
  scripts,
})

export type HttpSpec = ScraperSpecOf<typeof scraper>
