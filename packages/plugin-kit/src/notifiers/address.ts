type Pairs = readonly (readonly [name: string, value: string])[]

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\t\u0020-\u007e\u00a0-\u00ff]*$/

/** Whether a request can have a header. Names and values in another form could add other headers. */
export function isHeader([name, value]: readonly [string, string]): boolean {
  return headerName.test(name) && headerValue.test(value)
}

/** An address without the headers and fields that its query had. */
export interface DividedAddress {
  url: URL
  headers: Pairs
  fields: Pairs
}

/**
 * Takes headers (`@name=value`) and fields (`$name=value`) out of the query of an address, as other programs write them:
 * https://containrrr.dev/shoutrrr/v0.8/services/generic/
 * @returns undefined if it is no address
 */
export function divideAddress(text: string): DividedAddress | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const pairs = [...url.searchParams].filter(([name]) => /^[@$]./.test(name))
  for (const [name] of pairs) url.searchParams.delete(name)
  const beginning = (mark: string) =>
    pairs.filter(([name]) => name.startsWith(mark)).map(([name, value]) => [name.slice(1), value] as const)
  return { url, headers: beginning('@').filter(isHeader), fields: beginning('$') }
}
