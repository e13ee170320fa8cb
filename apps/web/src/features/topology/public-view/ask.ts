import { type PublicView, publicView, VIEW_KEY_HEADER } from '@binnacle/contract/topology'

/** Milliseconds after which a request is given up. */
const TIMEOUT = 10_000

/** What came of asking for a view. */
export type ViewOutcome =
  | { kind: 'shown'; view: PublicView }
  /** No such component, not shared, withdrawn, or a wrong key: the server says the same of all. */
  | { kind: 'gone' }
  /** Too many wrong keys came from this network. */
  | { kind: 'limited' }
  /** The server is not reached, or does not answer properly now. */
  | { kind: 'away' }
  /** The server is of another version than this page. */
  | { kind: 'outdated' }

/** Asks for a view, without cookies. Only the key opens it. */
export async function askView(
  { id, key }: { id: string; key: string },
  signal: AbortSignal,
): Promise<ViewOutcome> {
  try {
    const response = await fetch(`/api/view/topology/${encodeURIComponent(id)}`, {
      headers: { accept: 'application/json', [VIEW_KEY_HEADER]: key },
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    })
    if (response.status === 404) return { kind: 'gone' }
    if (response.status === 429) return { kind: 'limited' }
    if (!response.ok) return { kind: 'away' }
    const parsed = publicView.safeParse(await response.json())
    return parsed.success ? { kind: 'shown', view: parsed.data } : { kind: 'outdated' }
  } catch {
    return { kind: 'away' }
  }
}

/** Milliseconds between two answers of a server that is there. */
const EVERY = 5_000
const LONGEST_WAIT = 30_000

/**
 * Milliseconds until the next request.
 * @param failures requests in a row that were not answered or found no view, this one included
 */
export function nextDelay(kind: ViewOutcome['kind'], failures: number): number {
  if (kind === 'shown') return EVERY
  // What is gone may come back, such as a component that its topology shows again, and a screen has nobody who reloads it.
  if (kind === 'away' || kind === 'gone') return Math.min(EVERY * failures, LONGEST_WAIT)
  return kind === 'outdated' ? 60_000 : 300_000
}

/** Milliseconds after which what is shown is called stale. */
export const STALE_AFTER = 20_000
