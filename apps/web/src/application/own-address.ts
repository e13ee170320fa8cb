/**
 * The path of an address of this product, with parameters; undefined for an address elsewhere.
 * @param target as a server gave it: a path, or a whole address
 */
export function ownPath(target: string, origin: string): string | undefined {
  if (!URL.canParse(target, origin)) return undefined
  const address = new URL(target, origin)
  return address.origin === origin ? address.pathname + address.search + address.hash : undefined
}
