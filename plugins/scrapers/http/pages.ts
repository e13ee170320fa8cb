import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse } from '@binnacle/egress'
import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import type { SourceRequest } from '@binnacle/clients/http/fetch'
import type { HttpSpec } from './spec.ts'

type Pagination = NonNullable<HttpSpec['pagination']>

/** Keeps the type of JSON when it narrows. */
function isObject(value: Json): value is { readonly [key: string]: Json } {
  return isRecord(value)
}

function textsOf(value: Json | undefined): Record<string, string> {
  if (value === undefined || !isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' || typeof text === 'number' ? [[name.toLowerCase(), String(text)]] : [],
    ),
  )
}

/**
 * The request for the next page.
 * @param first the request for the first one, whose server is that of all pages
 * @returns undefined at the end; what is wrong
 */
export async function nextRequest(
  { nextPageExpr }: Pagination,
  { first, answer, body }: { first: SourceRequest; answer: EgressResponse; body: Json },
  context: ScrapeContext,
): Promise<Result<SourceRequest | undefined, string>> {
  const { status, url } = answer
  const found = await context.expression(nextPageExpr, {
    response: { body, headers: answer.headers, status, url },
  })
  if (!found.ok) return fail(`pagination.nextPageExpr: ${found.failure}`)
  const { value } = found
  const wanted = typeof value === 'string' ? { url: value } : isObject(value) ? value : {}
  const address = wanted['url']
  const isEnd = isObject(value) ? Object.keys(value).length === 0 : typeof value !== 'string'
  if (isEnd || address === '') return succeed(undefined)
  const next = URL.parse(typeof address === 'string' ? address : first.url, url)
  if (next === null || !/^https?:$/.test(next.protocol))
    return fail('pagination.nextPageExpr gives no http or https address')
  const origin = new URL(first.url).origin
  if (next.origin !== origin)
    return fail(
      `the next page is on another server, ${next.host}, which does not get the account of this one`,
    )
  const headers = textsOf(wanted['headers'])
  // A shared server would pass the request, account included, to another of its sites.
  if (headers['host'] !== undefined)
    return fail('pagination.nextPageExpr names another host, which does not get the account of this one')
  const { method: _method, body: _body, ...rest } = first
  const sent = wanted['body']
  const isPlain = sent === undefined || sent === null
  return succeed({
    ...rest,
    url: next.href,
    method: typeof wanted['method'] === 'string' ? wanted['method'].toUpperCase() : isPlain ? 'GET' : 'POST',
    ...(isPlain ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    headers: { ...first.headers, ...headers },
  })
}

/** `acc + …`, which needs no more than the page. */
const appending = /^\s*acc\s*\+(?!\+)(?<rest>(?:(?!\bacc\b)[^])+)$/

/**
 * Adds a page to those before it.
 * @param merged the list so far; it is changed
 */
export async function mergePage(
  { reduceExpr }: Pagination,
  merged: Json[],
  page: Json,
  context: ScrapeContext,
): Promise<Result<void, string>> {
  if (reduceExpr === undefined) {
    const items: readonly Json[] = Array.isArray(page) ? page : [page]
    for (const item of items) merged.push(item)
    return succeed(undefined)
  }
  const rest = appending.exec(reduceExpr)?.groups?.['rest']
  const reduced = await context.expression(
    rest ?? reduceExpr,
    rest === undefined ? { acc: merged, page } : { page },
  )
  if (!reduced.ok) return fail(`pagination.reduceExpr: ${reduced.failure}`)
  if (!Array.isArray(reduced.value)) return fail('pagination.reduceExpr gives no list')
  const list: readonly Json[] = reduced.value
  if (rest === undefined) merged.length = 0
  for (const one of list) merged.push(one)
  return succeed(undefined)
}
