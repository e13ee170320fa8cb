/** Whether a target is a path of this product. Refuses paths that a browser would read as another host. */
export function isOwnPath(target: string): boolean {
  return target.length <= 2_000 && /^\/(?![/\\])/.test(target) && !/[\\\p{Cc}]/u.test(target)
}

/** Returns the path with a query parameter set. */
export function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
}
