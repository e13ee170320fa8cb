import { toRequestItems, type TriStateFilter } from '@binnacle/ui'

/** A value of a request for a list. */
export type RequestValue = string | number | boolean | TriStateFilter | undefined

function textOf(value: Exclude<RequestValue, undefined>): string {
  if (typeof value === 'boolean') return value ? 'true' : ''
  return typeof value === 'object' ? toRequestItems(value).join(',') : String(value).trim()
}

/**
 * The parameters of a request for a list. Empty texts, empty filters and `false` are left out, as the server takes them for
 * its defaults. As a text they are a key for the query, which sees what maps contain.
 */
export function requestParameters(values: Readonly<Record<string, RequestValue>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => {
      const text = value === undefined ? '' : textOf(value)
      return text === '' ? [] : [[name, text]]
    }),
  )
}
