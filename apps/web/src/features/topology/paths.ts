import type { Href } from '@binnacle/ui'

/** Address of the topology. */
export const TOPOLOGY_PATH = '/topology'

/** Parameter with the component that the person came from. Source: TOP-004. */
const REFERER = 'refererId'

/**
 * The address of a component. Source: TOP-002, TOP-004.
 * @param search parameters that stay as they are
 * @param from id of the component whose page has the link; undefined outside of the page of a component
 */
export function componentHref(id: string, search = new URLSearchParams(), from?: string): Href {
  const kept = new URLSearchParams(search)
  kept.delete(REFERER)
  if (from !== undefined && from !== id) kept.set(REFERER, from)
  const path = `${TOPOLOGY_PATH}/${encodeURIComponent(id)}` as const
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** The address of all components, with the other parameters of a page. */
export function rootHref(search = new URLSearchParams()): Href {
  const kept = new URLSearchParams(search)
  kept.delete(REFERER)
  return kept.size === 0 ? TOPOLOGY_PATH : `${TOPOLOGY_PATH}?${kept}`
}

/** Ids of the ancestors of a component, the root first. Source: TOP-003. */
export function ancestorsOf(path: string): readonly string[] {
  return path.split('.').filter((id) => id !== '')
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text of the address can be the id of a component. */
export const isComponentId = (text: string): boolean => uuid.test(text)
