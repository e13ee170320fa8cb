import type { Href } from '@binnacle/ui'
import { catalogHref, configHref } from '../paths.ts'

/**
 * The address of insights. Source: INS-004.
 * @param wanted.config id of the only item whose insights are listed
 */
export function insightsHref(wanted: {
  config?: string
  component?: string
  configType?: string
  type?: string
  severity?: string
  status?: 'open' | 'silenced' | 'resolved'
}): Href {
  const { config, ...filters } = wanted
  const search = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  if (config === undefined) return catalogHref('insights', search)
  const path = configHref(config, 'insights')
  const query = search.toString()
  return query === '' ? path : `/catalog/${encodeURIComponent(config)}/insights?${query}`
}
