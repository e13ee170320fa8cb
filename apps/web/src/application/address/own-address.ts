/**
 * The path of an address of this product, with parameters; undefined for an address elsewhere.
 * @param target as a server gave it: a path, or a whole address
 */
export function ownPath(target: string, origin: string): string | undefined {
  if (!URL.canParse(target, origin)) return undefined
  const address = new URL(target, origin)
  return address.origin === origin ? address.pathname + address.search + address.hash : undefined
}

/** Pages that a sign-in leads over. */
const signInPages: ReadonlySet<string> = new Set([
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/profile-settings',
  '/second-factor',
])

/**
 * Where the identity service sends a browser, as a path of this product; undefined for an address elsewhere. The service
 * knows one origin of the product, and people may reach it under another one, where they stay.
 * @param target as a server gave it: a path, or a whole address
 */
export function signInPath(target: string, origin: string): string | undefined {
  const address = URL.canParse(target, origin) ? new URL(target, origin) : undefined
  if (address === undefined || !signInPages.has(address.pathname)) return ownPath(target, origin)
  return /^https?:$/.test(address.protocol) ? address.pathname + address.search + address.hash : undefined
}
