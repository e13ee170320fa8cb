import type { Href } from '@binnacle/ui'
import { isAddress } from '../pages/addresses.ts'

/**
 * Returns path and parameters of an address of this product; undefined for an address of another site.
 * @param target as a server gave it: a path, or a whole address
 */
export function ownPath(target: string, origin: string): Href | undefined {
  if (!URL.canParse(target, origin)) return undefined
  const address = new URL(target, origin)
  const path = address.pathname + address.search + address.hash
  return address.origin === origin && isAddress(path) ? path : undefined
}

/** Pages to which the identity service may send a browser during a sign-in. */
const signInPages: ReadonlySet<string> = new Set([
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/profile-settings',
  '/second-factor',
])

/**
 * Converts an address from the identity service to a path of this product; undefined for an address of another site.
 * The service knows one origin of the product, but people may use another one and must stay there.
 * @param target as a server gave it: a path, or a whole address
 */
export function signInPath(target: string, origin: string): Href | undefined {
  const address = URL.canParse(target, origin) ? new URL(target, origin) : undefined
  if (address === undefined || !signInPages.has(address.pathname)) return ownPath(target, origin)
  const path = address.pathname + address.search + address.hash
  return /^https?:$/.test(address.protocol) && isAddress(path) ? path : undefined
}
