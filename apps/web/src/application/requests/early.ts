/** Answers to requests that started before the application loaded, by URL. */
const answers = new Map<string, Promise<Response>>()
/** Milliseconds after which an unused answer is too old to show. */
const FRESH = 30_000

/**
 * Requests URLs that the page will need while its code still loads. A failure is reported to the caller of
 * `takeEarly`.
 */
export function askEarly(addresses: readonly string[]): void {
  for (const address of addresses) {
    const answer = fetch(address, { headers: { accept: 'application/json' } })
    answer.catch(() => undefined)
    answers.set(address, answer)
    setTimeout(() => answers.delete(address), FRESH)
  }
}

/** Returns the early answer for a URL, once. @returns undefined if it was not requested */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}

/** URLs that every signed-in person needs. */
const always = ['/api/auth/whoami']
/** What the health page asks for while nothing in its address narrows it down. A test holds it to the page's own. */
export const FIRST_CHECKS =
  '/api/health/checks?tabBy=namespace&hidePassing=true&groupBy=canary_name&sortBy=status&sortOrder=asc&pageIndex=0&pageSize=50&timeRange=1h'

/** Returns the URLs to request early on a page. */
export function neededEarly({ pathname, search }: { pathname: string; search: string }): readonly string[] {
  return ['/', '/health'].includes(pathname) && search === '' ? [...always, FIRST_CHECKS] : always
}
