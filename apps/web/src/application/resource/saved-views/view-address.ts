/** The parameter that names the saved view that is open. */
export const VIEW_PARAMETER = 'savedView'

/** Parameters that say where somebody is in a list, rather than what the list shows. */
const always = [VIEW_PARAMETER, 'pageIndex']

/**
 * The parameters that a view of a list consists of, in a fixed order, so that two addresses of the same list compare as
 * equal.
 * @param passing further parameters that no view contains, such as the id of an open row
 */
export function viewOf(search: URLSearchParams, passing: readonly string[]): string {
  const own = new URLSearchParams(search)
  for (const name of [...always, ...passing]) own.delete(name)
  own.sort()
  return own.toString()
}

/** The parameters of the address that shows a view. */
export function addressOf({ id, search }: { id: string; search: string }): URLSearchParams {
  const found = new URLSearchParams(search)
  found.set(VIEW_PARAMETER, id)
  return found
}
