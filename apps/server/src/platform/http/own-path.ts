// Clients of other platforms of this kind reach health and topology through a proxy that adds /canary or /canary/api.
const clientPrefix = /^(?:\/api)?\/canary(?:\/api)?(?=\/)/

/**
 * Returns the path under which the server registers what a request asks for: without repeated slashes, which some clients
 * put between base address and path, and with /api in place of each other prefix that clients use. Bare paths stay bare,
 * because pages have the same.
 */
export function ownPath(pathname: string): string {
  return pathname.replaceAll(/\/{2,}/g, '/').replace(clientPrefix, '/api')
}

/** Returns the pattern of a declared path such as `/people/{id}`, which begins with /api. */
export function ownPattern(path: string): string {
  return ownPath(`/api${path}`).replaceAll(/\{(\w+)\}/g, ':$1')
}
