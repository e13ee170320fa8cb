import { readStored } from '@binnacle/ui/storage'

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

/** Keys under which a browser stores how it shows the topology. */
export const TREE_SORT_KEY = 'binnacle.topology.sort'
export const TREE_HIDDEN_KEY = 'binnacle.topology.showHidden'

/** What the topology asks for while neither its address nor the browser says otherwise. A test holds it to the page's own. */
export const FIRST_TREE =
  '/api/topology?sortBy=status&sortOrder=desc&hidden=false&depth=2&limit=100&mostBelow=10'

/** What the topology asks for first; nothing where this browser stores another way of showing it. */
function firstTree(): readonly string[] {
  const [sort, hidden] = [readStored(TREE_SORT_KEY), readStored(TREE_HIDDEN_KEY)]
  return [undefined, 'status\ndesc'].includes(sort) && hidden !== 'yes' ? [FIRST_TREE] : []
}

/** Returns the URLs to request early on a page. */
export function neededEarly({ pathname, search }: { pathname: string; search: string }): readonly string[] {
  if (search !== '') return always
  // Nearly everybody is led from the root to the topology.
  if (pathname === '/' || pathname === '/topology') return [...always, ...firstTree()]
  return pathname === '/health' ? [...always, FIRST_CHECKS] : always
}
