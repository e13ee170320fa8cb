import { createRedactor } from '@binnacle/egress'
import { tokenFor } from '@binnacle/clients/http/oauth2'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isTemplate } from '@binnacle/plugin-kit/checks'
import {
  credentialsOf,
  fillPlaceholders,
  httpAddress,
  namedTexts,
  secretNames,
  secretText,
  tlsSettings,
} from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import type { SourceRequest } from '@binnacle/clients/http/fetch'
import { UNRESOLVED } from '../faults.ts'
import type { HttpSpec } from './spec.ts'

/** The first request to the source, and what masks its token. */
export interface PreparedRequest {
  request: SourceRequest
  /** Replaces a token that was got for this run. */
  redact: (text: string) => string
}

async function fill(
  text: string,
  variables: Readonly<Record<string, string>>,
  context: ScrapeContext,
): Promise<Result<string, string>> {
  return isTemplate(text) ? context.template(text, variables) : succeed(text)
}

async function urlOf(spec: HttpSpec, context: ScrapeContext): Promise<Result<string, string>> {
  const variables = Object.fromEntries(namedTexts(spec.env))
  const filled = await fill(spec.url ?? '', variables, context)
  if (!filled.ok) return fail(`url: ${filled.failure}`)
  const placed = fillPlaceholders(filled.value.trim(), variables)
  if (!placed.ok) return fail(`url: there is no variable for ${placed.failure.join(', ')}`)
  const url = placed.value.text
  return httpAddress.safeParse(url).success ? succeed(url) : fail('url: it is not an http or https address')
}

/** The credentials of a token's client. Those of a connection replace missing ones. */
function clientOf(spec: HttpSpec) {
  const { clientID, clientSecret, tokenURL, scope, params } = spec.oauth ?? {}
  const account = credentialsOf(spec)
  return {
    username: secretText(clientID) ?? account.username,
    password: secretText(clientSecret) ?? account.password,
    oauth2: { tokenURL, scope, params },
    tlsConfig: spec.tlsConfig,
  }
}

/** The first request of a spec. @returns why it cannot be made */
export async function requestOf(
  spec: HttpSpec,
  context: ScrapeContext,
): Promise<Result<PreparedRequest, string>> {
  if (spec.url === undefined || spec.connection !== undefined) return fail(UNRESOLVED)
  const url = await urlOf(spec, context)
  if (!url.ok) return url
  const variables = Object.fromEntries(namedTexts(spec.env))
  const body = spec.body === undefined ? undefined : await fill(spec.body, variables, context)
  if (body?.ok === false) return fail(`body: ${body.failure}`)
  const client = spec.oauth === undefined ? undefined : clientOf(spec)
  const token = client === undefined ? undefined : await tokenFor(client, context)
  if (token?.ok === false) return fail(token.failure.error ?? 'there is no token')
  const proof = token?.value ?? secretText(spec.bearer)
  const secrets = [...secretNames(spec.env)].map((name) => variables[name] ?? '')
  const redactUrl = createRedactor(secrets.filter((text) => text !== ''))
  return succeed({
    redact: createRedactor(token === undefined ? [] : [token.value]),
    request: {
      url: url.value,
      method: spec.method ?? 'GET',
      ...(body === undefined ? {} : { body: body.value }),
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...(client === undefined ? basicAuthorization(credentialsOf(spec)) : {}),
        ...(proof === undefined ? {} : { authorization: `Bearer ${proof}` }),
        ...Object.fromEntries(namedTexts(spec.headers).map(([name, text]) => [name.toLowerCase(), text])),
      },
      tls: tlsSettings(spec.tlsConfig),
      refuseRedirect: (from, to, sendsBody) => {
        if (from.origin === to.origin) return undefined
        if (redactUrl(to.href) !== to.href) return 'redirects to another server with a secret in the address'
        return sendsBody ? 'redirects to another server, which does not get the body' : undefined
      },
    },
  })
}
