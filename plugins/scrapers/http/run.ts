import type { EgressResponse } from '@binnacle/egress'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Json, milliseconds, namedTexts } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext, ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { documentsOf } from '@binnacle/clients/documents/read'
import { fault } from '../faults.ts'
import { fetchSource, isPage, pageProblem, type SourceRequest } from '@binnacle/clients/http/fetch'
import { mergePage, nextRequest } from './pages.ts'
import { type PreparedRequest, requestOf } from './request.ts'
import { type HttpSpec, MOST_PAGES } from './spec.ts'

/** Most bytes of all pages that become one item. */
const MOST_MERGED = 67_108_864

/** The media type of JSON, or one that is built on it (RFC 6839, section 3.1). */
const jsonType = /^[^;]*[/+]json\s*(?:;|$)/i

/** Whether the spec asks for pages of HTML. */
function wantsPages(spec: HttpSpec): boolean {
  return namedTexts(spec.headers).some(
    ([name, text]) => name.toLowerCase() === 'accept' && /html/i.test(text),
  )
}

/** Reads an answer: JSON, or a text where it does not promise JSON and there are no pages. */
async function bodyOf(
  answer: EgressResponse,
  spec: HttpSpec,
  { redact }: PreparedRequest,
  context: ScrapeContext,
): Promise<Result<Json, string>> {
  const place = new URL(answer.url).host
  if (isPage(answer) && !wantsPages(spec)) return fail(`${pageProblem(answer, context)}, expected JSON`)
  const text = redact(answer.body.toString('utf8'))
  if (text.trim() === '') return fail(`${place}: status ${answer.status}, but the answer is empty`)
  const promises = jsonType.test(answer.headers['content-type'] ?? '') || spec.pagination !== undefined
  if (!promises && !/^\s*[[{]/.test(text)) return succeed(text)
  const read = await documentsOf({ text, format: 'json' }, context)
  if (read.ok) return succeed(read.value[0] ?? null)
  return promises ? fail(`${place}: the answer ${context.redact(read.failure)}`) : succeed(text)
}

/** One page after the other; at the end whether all were read. */
async function* pagesOf(
  spec: HttpSpec,
  prepared: PreparedRequest,
  context: ScrapeContext,
): AsyncGenerator<Result<{ body: Json; bytes: number; url: string }, string>, 'whole' | 'more' | 'broken'> {
  const { pagination } = spec
  const most =
    pagination?.maxPages === undefined || pagination.maxPages === 0 ? MOST_PAGES : pagination.maxPages
  const delay = pagination?.delay === undefined ? 0 : milliseconds(pagination.delay)
  const seen = new Set<string>()
  let request: SourceRequest | undefined = prepared.request
  for (let page = 1; request !== undefined; page += 1) {
    const words = page === 1 ? '' : `page ${page}: `
    if (page > most) {
      context.log(`there are more than ${most} pages; the others are not read`)
      return 'more'
    }
    const mark: string = JSON.stringify([request.method, request.url, request.body, request.headers])
    if (seen.has(mark)) {
      yield fail(`${words}the pages lead in a circle: this one was read before`)
      return 'broken'
    }
    seen.add(mark)
    if (page > 1 && delay > 0) await context.wait(delay)
    const answered: Awaited<ReturnType<typeof fetchSource>> = await fetchSource(request, context)
    if (!answered.ok) {
      yield fail(words + answered.failure.message)
      return 'broken'
    }
    const answer = answered.value
    const body = await bodyOf(answer, spec, prepared, context)
    if (!body.ok) {
      yield fail(words + body.failure)
      return 'broken'
    }
    yield succeed({ body: body.value, bytes: answer.body.length, url: answer.url })
    if (pagination === undefined) return 'whole'
    const next: Awaited<ReturnType<typeof nextRequest>> = await nextRequest(
      pagination,
      { first: prepared.request, answer, body: body.value },
      context,
    )
    if (!next.ok) {
      yield fail(words + next.failure)
      return 'broken'
    }
    request = next.value
  }
  return 'whole'
}

/** An address for people, without what may be secret in its query. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

async function* scrape(
  spec: HttpSpec,
  prepared: PreparedRequest,
  context: ScrapeContext,
): AsyncIterable<ScrapeOutput> {
  const { pagination } = spec
  const isMerged = pagination !== undefined && pagination.perPage !== true
  const source = shown(prepared.request.url)
  const merged: Json[] = []
  let bytes = 0
  const pages = pagesOf(spec, prepared, context)
  for (;;) {
    const page = await pages.next()
    if (page.done === true) {
      if (page.value === 'broken') return
      if (isMerged) yield { kind: 'item', config: merged, source }
      if (page.value === 'whole') yield { kind: 'complete' }
      return
    }
    if (!page.value.ok) {
      yield fault(page.value.failure)
      continue
    }
    const { body, url } = page.value.value
    if (!isMerged) {
      yield { kind: 'item', config: body, source: shown(url) }
      continue
    }
    bytes += page.value.value.bytes
    const added =
      bytes > MOST_MERGED
        ? fail(`the pages have more than ${MOST_MERGED / 1_048_576} MiB together; set "perPage"`)
        : await mergePage(pagination, merged, body, context)
    if (!added.ok) {
      yield fault(added.failure)
      return
    }
  }
}

export const run: RunScraper<HttpSpec> = async function* (spec, context) {
  const prepared = await requestOf(spec, context)
  if (!prepared.ok) {
    yield fault(context.redact(prepared.failure))
    return
  }
  const { redact } = prepared.value
  for await (const one of scrape(spec, prepared.value, context))
    yield one.kind === 'fault' ? fault(context.redact(redact(one.message))) : one
}
