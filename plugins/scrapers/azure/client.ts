import { fail, type Result, succeed } from '@binnacle/contract/core'
import { tokenFor } from '@binnacle/clients/http/oauth2'
import { createRedactor } from '@binnacle/egress'
import { secretText, tlsSettings } from '@binnacle/plugin-kit/core'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { fetchSource, jsonOf } from '@binnacle/clients/http/fetch'
import { type Fields, isFields, isList, textAt } from '../paths.ts'
import { type AzureSpec, cloudOf } from './spec.ts'

/** Pages of one list. More are those of a service that repeats itself. */
const MOST_PAGES = 2_000
/** Attempts after the first, where the service says that there are too many requests; it says how long to wait. */
const MOST_REPEATS = 5

/** Why something could not be read. */
export interface AzureFailure {
  message: string
  /** As Azure names it, such as `AuthorizationFailed`. */
  code?: string
}

/** Azure Resource Manager with a token. */
export interface Api {
  one(path: string, query: Readonly<Record<string, string>>): Promise<Result<Fields, AzureFailure>>
  /** All pages of a list. */
  list(
    path: string,
    query: Readonly<Record<string, string>>,
  ): AsyncGenerator<Result<readonly Fields[], AzureFailure>>
}

/** Says that a subscription has nothing of a service, because it never used it. */
const unused = new Set(['MissingSubscriptionRegistration', 'SubscriptionNotRegistered'])

/** Gets a token for the service principal of a spec ("OAuth 2.0 client credentials flow"). @returns the token, or why the request failed */
export async function openApi(spec: AzureSpec, context: ScrapeContext): Promise<Result<Api, string>> {
  const { management, login } = cloudOf(spec)
  const { tlsConfig } = spec
  const token = await tokenFor(
    {
      username: secretText(spec.clientID),
      password: secretText(spec.clientSecret),
      oauth2: {
        tokenURL: `${login}/${encodeURIComponent(secretText(spec.tenantID) ?? '')}/oauth2/v2.0/token`,
        scope: [`${management}/.default`],
      },
      tlsConfig,
    },
    context,
  )
  if (!token.ok) return fail(context.redact(token.failure.error ?? 'there is no token'))
  const redact = createRedactor([token.value])
  const clean = (text: string) => context.redact(redact(text))
  const tls = tlsSettings(tlsConfig)

  async function ask(url: string): Promise<Result<Fields, AzureFailure>> {
    const { pathname } = new URL(url)
    const answered = await fetchSource(
      {
        url,
        tls,
        headers: { authorization: `Bearer ${token.ok ? token.value : ''}` },
        // The token is for this server only.
        maxRedirects: 0,
        mostRepeats: MOST_REPEATS,
      },
      context,
    )
    if (!answered.ok) {
      const { answer, status, message } = answered.failure
      const json = answer === undefined ? undefined : await jsonOf(answer, context)
      const body = json?.ok === true ? json.value : null
      const code = textAt(body, 'error.code') ?? textAt(body, 'code')
      const reason = textAt(body, 'error.message') ?? textAt(body, 'message')
      return fail(
        code === undefined
          ? { message: clean(`${pathname}: ${message}`) }
          : {
              code,
              message: clean(
                `${pathname}: status ${status}, ${code}${reason === undefined ? '' : `: ${reason}`}`,
              ),
            },
      )
    }
    const json = await jsonOf(answered.value, context)
    if (!json.ok) return fail({ message: clean(json.failure) })
    return isFields(json.value)
      ? succeed(json.value)
      : fail({ message: `${pathname}: the answer is not an object` })
  }

  const addressOf = (path: string, query: Readonly<Record<string, string>>) =>
    `${management}${path}?${new URLSearchParams(query).toString()}`

  return succeed({
    one: (path, query) => ask(addressOf(path, query)),
    async *list(path, query) {
      const seen = new Set<string>()
      let url: string | undefined = addressOf(path, query)
      while (url !== undefined) {
        seen.add(url)
        const page: Result<Fields, AzureFailure> = await ask(url)
        if (!page.ok) {
          if (unused.has(page.failure.code ?? '')) yield succeed([])
          else yield page
          return
        }
        const { value } = page.value
        if (!isList(value)) {
          yield fail({ message: `${path}: the answer is not as Azure documents it: it has no list "value"` })
          return
        }
        yield succeed(value.filter(isFields))
        const next = textAt(page.value, 'nextLink')
        const problem =
          next === undefined
            ? undefined
            : URL.parse(next)?.origin !== new URL(management).origin
              ? 'the next page is on another server'
              : seen.has(next)
                ? 'the pages lead in a circle'
                : seen.size === MOST_PAGES
                  ? `there are more than ${MOST_PAGES} pages`
                  : undefined
        if (problem !== undefined) {
          yield fail({ message: `${path}: ${problem}` })
          return
        }
        url = next
      }
    },
  })
}

/** A whole list at once. */
export async function wholeList(
  api: Api,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Result<readonly Fields[], AzureFailure>> {
  const all: Fields[] = []
  for await (const page of api.list(path, query)) {
    if (!page.ok) return page
    all.push(...page.value)
  }
  return succeed(all)
}
