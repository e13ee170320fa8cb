import { disabledFeatures, type Feature } from '@binnacle/contract/access'
import { property } from '@binnacle/contract/health'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../requests/api.ts'
import { LOOKUP_FRESH } from '../requests/queries.ts'

/** Loads the properties in force. */
export function loadProperties(signal?: AbortSignal) {
  return request('/api/properties', z.array(property), signal === undefined ? {} : { signal })
}

/** Query of the properties in force. Those of the local file come before those of the database. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties', 'in force'],
  staleTime: LOOKUP_FRESH,
  queryFn: ({ signal }) => loadProperties(signal),
})

/** Returns the disabled features. */
export function useDisabledFeatures(): ReadonlySet<Feature> {
  return disabledFeatures(useSuspenseQuery(propertiesQuery).data)
}
