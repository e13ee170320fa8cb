import { fail, type Result, succeed } from '@binnacle/contract/core'

/** A page, and the rules for its links. Plain data, because it goes to a worker. */
export interface LinkInput {
  html: string
  /** Address of the page. */
  url: string
  /** Hosts whose links count, in lower case. */
  hosts: readonly string[]
  excludedHosts: readonly string[]
  /** Regular expressions (RE2). If empty, every link counts. */
  allowed: readonly string[]
  excluded: readonly string[]
}

/** Most links of one page that count. */
const MOST_LINKS = 5_000

/** Reads the `href` of all links as written, and the base URL of the page. */
async function hrefsOf(html: string): Promise<{ hrefs: string[]; base: string | undefined }> {
  const { Parser } = await import('htmlparser2')
  const hrefs: string[] = []
  let base: string | undefined
  const parser = new Parser({
    onopentag(name, { href }) {
      if (href === undefined) return
      if (name === 'a') hrefs.push(href)
      if (name === 'base') base ??= href
    },
  })
  parser.end(html)
  return { hrefs, base }
}

/** Compiles regular expressions. @returns whether a text matches one of them, or the first invalid expression */
async function matcher(sources: readonly string[]): Promise<Result<(text: string) => boolean, string>> {
  const { compilePatterns } = await import('@binnacle/contract/patterns')
  const compiled = compilePatterns(sources)
  if (!compiled.ok) {
    const { index, message } = compiled.failure
    const which = index === undefined ? 'expressions' : `expression ${sources[index]}`
    return fail(`the regular ${which} cannot be read: ${message}`)
  }
  return succeed((text) => compiled.value.some((pattern) => pattern.matcher(text).find()))
}

/**
 * Reads the links of a page that count, each once, without fragment, user and password.
 * @returns the URLs in the order of the page, or an error for an invalid expression
 */
export async function readLinks(input: LinkInput): Promise<Result<string[], string>> {
  const isAllowed = await matcher(input.allowed)
  const isExcluded = await matcher(input.excluded)
  if (!isAllowed.ok) return isAllowed
  if (!isExcluded.ok) return isExcluded
  const { hrefs, base } = await hrefsOf(input.html)
  const from = (base === undefined ? null : URL.parse(base, input.url))?.href ?? input.url
  const found = new Set<string>()
  for (const href of hrefs) {
    const url = URL.parse(href.trim(), from)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) continue
    if (!input.hosts.includes(url.hostname) || input.excludedHosts.includes(url.hostname)) continue
    url.hash = ''
    url.username = ''
    url.password = ''
    if (input.allowed.length > 0 && !isAllowed.value(url.href)) continue
    if (isExcluded.value(url.href)) continue
    found.add(url.href)
    if (found.size === MOST_LINKS) break
  }
  return succeed([...found])
}
