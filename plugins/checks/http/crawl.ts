import { randomInt } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse, RequestFailure } from '@binnacle/egress'
import type { CheckContext } from '@binnacle/plugin-kit/checks'
import { type Json, milliseconds, type WorkerTask } from '@binnacle/plugin-kit/core'
import { stopped } from '@binnacle/plugin-kit/talk'
import {
  type CrawlSettings,
  DEFAULT_DELAY,
  DEFAULT_DEPTH,
  DEFAULT_PARALLELISM,
  DEFAULT_RANDOM_DELAY,
  MOST_PAGES,
} from './crawl-fields.ts'
import type { LinkInput, readLinks } from './links.ts'

/** Answers of targets are parsed in a worker. */
const linkTask: WorkerTask<LinkInput, Awaited<ReturnType<typeof readLinks>>> = {
  module: new URL('links.ts', import.meta.url),
  name: 'readLinks',
  milliseconds: 5_000,
}

/** A page that could not be loaded. */
interface MissingPage {
  url: string
  /** Such as `status 404`. */
  reason: string
  /** URL of the page with the link. */
  from: string
}

/** The findings of a crawl. */
export interface CrawlFindings {
  /** Number of requested pages, including the first. */
  visited: number
  missing: readonly MissingPage[]
  /** Why not every page was requested. */
  incomplete?: string
  /** Whether the run was stopped before the crawl ended. */
  isStopped: boolean
}

interface Page {
  url: string
  from: string
}

/** Requests a page. `isOwn` says whether it has the scheme, host and port of the URL, so that secrets may go there. */
type AskPage = (url: string, isOwn: boolean) => Promise<Result<EgressResponse, RequestFailure>>

const htmlType = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

function isLoaded({ status }: EgressResponse): boolean {
  return status >= 200 && status <= 299
}

function countPages(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`
}

/** Missing pages that the error names, and that the result keeps. */
const MOST_NAMED = 3
const MOST_KEPT = 100

/** The error of a crawl. Undefined if every page was loaded. */
export function crawlProblem({ visited, missing, incomplete, isStopped }: CrawlFindings): string | undefined {
  if (missing.length === 0)
    return isStopped ? `${incomplete ?? 'stopped'}; ${countPages(visited)} loaded so far` : undefined
  const named = missing
    .slice(0, MOST_NAMED)
    .map(({ url, reason, from }) => `${url} (${reason}, linked from ${from})`)
  const others = missing.length - named.length
  return [
    `${missing.length} of ${countPages(visited)} failed to load: ${named.join(', ')}`,
    ...(others > 0 ? [` and ${others} more`] : []),
    ...(incomplete === undefined ? [] : [`; ${incomplete}`]),
  ].join('')
}

/** The message of a crawl without errors. */
export function crawlMessage({ visited, incomplete }: CrawlFindings): string {
  return `${countPages(visited)} loaded${incomplete === undefined ? '' : `; ${incomplete}`}`
}

/** Evidence for the result. */
export function crawlDetails({ visited, missing, incomplete }: CrawlFindings): Record<string, Json> {
  return {
    visited,
    missing: missing.slice(0, MOST_KEPT).map((page) => ({ ...page })),
    ...(incomplete === undefined ? {} : { incomplete }),
  }
}

/**
 * Follows the links of a page, level by level, each page once.
 * @param settings of the spec
 * @param written the URL of the check; links may lead to its host only, unless the spec names others
 * @param first answer of that URL
 * @returns the findings, or why links cannot be followed
 */
export async function crawl(
  settings: CrawlSettings,
  { written, first, ask }: { written: string; first: EgressResponse; ask: AskPage },
  context: CheckContext,
): Promise<Result<CrawlFindings, string>> {
  const { depth = DEFAULT_DEPTH, parallelism = DEFAULT_PARALLELISM } = settings
  const delay = settings.delay === undefined ? DEFAULT_DELAY : milliseconds(settings.delay)
  const random =
    settings.randomDelay === undefined ? DEFAULT_RANDOM_DELAY : milliseconds(settings.randomDelay)
  const { origin, hostname } = new URL(written)
  const small = (hosts: readonly string[]) => hosts.map((host) => host.toLowerCase())
  const hosts =
    settings.allowedDomains === undefined
      ? [hostname, new URL(first.url).hostname]
      : small(settings.allowedDomains)
  const seen = new Set([first.url, new URL(written).href])
  const missing: MissingPage[] = []
  let visited = 1
  let hasMore = false

  async function linksOf(answer: EgressResponse): Promise<Result<Page[], string>> {
    const from = new URL(answer.url)
    // A redirect may lead to a host that does not count. Its page is not part of the site.
    if (!htmlType.test(answer.headers['content-type'] ?? '') || !hosts.includes(from.hostname))
      return succeed([])
    const links = await context.work(linkTask, {
      // Expressions of the check must not detect secrets of a connection.
      html: context.redactConnectionSecrets(answer.body.toString('utf8')),
      url: answer.url,
      hosts,
      excludedHosts: small(settings.disallowedDomains ?? []),
      allowed: settings.allowedURLFilters ?? [],
      excluded: settings.disallowedURLFilters ?? [],
    })
    if (!links.ok) return fail(`the links of ${answer.url} cannot be read: ${links.failure}`)
    if (!links.value.ok) return fail(`crawl: ${links.value.failure}`)
    const pages: Page[] = []
    for (const url of links.value.value) {
      // If a server returns a secret in a link, we must not send it to another server.
      const isSafe = url.startsWith(`${origin}/`) || context.redact(url) === url
      if (seen.has(url) || !isSafe) continue
      if (seen.size > MOST_PAGES) {
        hasMore = true
        break
      }
      seen.add(url)
      pages.push({ url, from: answer.url })
    }
    return succeed(pages)
  }

  async function visit({ url, from }: Page): Promise<Result<Page[], string>> {
    visited += 1
    const answer = await ask(url, new URL(url).origin === origin)
    if (context.signal.aborted) return succeed([])
    if (!answer.ok) missing.push({ url, reason: answer.failure.message, from })
    else if (!isLoaded(answer.value)) missing.push({ url, reason: `status ${answer.value.status}`, from })
    else return linksOf(answer.value)
    return succeed([])
  }

  const start = await linksOf(first)
  if (!start.ok) return start
  let level = start.value
  let problem: string | undefined
  for (let at = 2; at <= depth && level.length > 0; at += 1) {
    const waiting = level.values()
    const found: Page[] = []
    await Promise.all(
      Array.from({ length: Math.min(parallelism, level.length) }, async () => {
        for (const page of waiting) {
          if (context.signal.aborted || problem !== undefined) return
          const links = await visit(page)
          if (links.ok) found.push(...links.value)
          else problem = links.failure
          await context.wait(delay + randomInt(Math.floor(random) + 1))
        }
      }),
    )
    if (problem !== undefined) return fail(problem)
    if (context.signal.aborted) break
    level = found
  }
  const incomplete = context.signal.aborted
    ? `${stopped(context.signal)} before every page was requested`
    : hasMore
      ? `not every page was requested, as one crawl requests at most ${MOST_PAGES}`
      : undefined
  return succeed({
    visited,
    missing: missing.toSorted((one, other) => (one.url < other.url ? -1 : 1)),
    ...(incomplete === undefined ? {} : { incomplete }),
    isStopped: context.signal.aborted,
  })
}
