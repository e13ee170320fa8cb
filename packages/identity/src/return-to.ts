/** A path of this product, never another site: what a browser would read as another host is refused. */
export function isOwnPath(target: string): boolean {
  return target.length <= 2_000 && /^\/(?![/\\])/.test(target) && !/[\\\p{Cc}]/u.test(target)
}

/** The path with another query parameter. */
export function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}
