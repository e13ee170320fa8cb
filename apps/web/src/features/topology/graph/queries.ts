import { type TopologyGraph, topologyGraph } from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../application/requests/api.ts'

/** The components below one, or all, and what depends on what. */
export const graphQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['components', 'graph', id ?? ''],
    placeholderData: (previous: TopologyGraph | undefined, query) =>
      query?.queryKey[2] === (id ?? '') ? previous : undefined,
    queryFn: ({ signal }) =>
      request(
        `/api/topology/graph${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`,
        topologyGraph,
        {
          signal,
        },
      ),
  })
