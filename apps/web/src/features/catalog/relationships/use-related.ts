import { healthsOfFilters } from '@binnacle/contract/core'
import type { TriStateControl } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { withChosen } from '../list/controls.ts'
import { lookupQuery } from '../list/queries.ts'
import type { Filters } from '../../../application/address/use-filters.ts'
import type { RelationshipValues } from './filters.ts'

const none: readonly never[] = []

/** The filters of related items by type, status and health. */
export function useRelatedControls({ values, set }: Filters<RelationshipValues>): readonly TriStateControl[] {
  const types = useQuery(lookupQuery('types')).data ?? none
  const statuses = useQuery(lookupQuery('statuses')).data ?? none
  return [
    {
      kind: 'triState',
      id: 'configTypes',
      label: 'Type',
      value: values.configTypes,
      options: withChosen(types, values.configTypes.keys()),
      onChange: (configTypes) => set({ configTypes }),
    },
    {
      kind: 'triState',
      id: 'status',
      label: 'Status',
      value: values.status,
      options: withChosen(statuses, values.status.keys()),
      onChange: (status) => set({ status }),
    },
    {
      kind: 'triState',
      id: 'health',
      label: 'Health',
      value: values.health,
      options: healthsOfFilters.map((value) => ({
        value,
        label: value.charAt(0).toUpperCase() + value.slice(1),
      })),
      onChange: (health) => set({ health }),
    },
  ]
}
