/** Answers that were asked for before the application was there, by address. */
const answers = new Map<string, Promise<Response>>()
/** Milliseconds after which an answer that nobody took is too old to be shown. */
const FRESH = 30_000

/**
 * Asks for addresses that the page will need, while its code is still being loaded. Failures are told when the answer is
 * taken.
 */
export function askEarly(addresses: readonly string[]): void {
  for (const address of addresses) {
    const answer = fetch(address, { headers: { accept: 'application/json' } })
    answer.catch(() => undefined)
    answers.set(address, answer)
    setTimeout(() => answers.delete(address), FRESH)
  }
}

/** The early answer of an address, once. @returns undefined where it was not asked for */
export function takeEarly(address: string): Promise<Response> | undefined {
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}

/** What everybody who is signed in needs. */
const always = ['/kratos/sessions/whoami', '/api/auth/whoami', '/api/properties']
/** What the health page asks for while nothing in its address narrows it down. A test holds it to the page's own. */
export const FIRST_CHECKS =
  '/api/health/checks?tabBy=namespace&hidePassing=true&groupBy=canary_name&sortBy=status&sortOrder=asc&pageIndex=0&pageSize=50&timeRange=1h'

/** The addresses to ask for early on a page. */
export function neededEarly({ pathname, search }: { pathname: string; search: string }): readonly string[] {
  return ['/', '/health'].includes(pathname) && search === '' ? [...always, FIRST_CHECKS] : always
}
