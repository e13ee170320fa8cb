import type { ReactNode } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import type { TopologyValues } from '../filters.ts'
import type { LinkTo } from '../link-to.ts'

/** placeholder */
export function TopologyGraph(_props: {
  id: string | undefined
  at: string | undefined
  filters: Filters<TopologyValues>
  linkTo: LinkTo
}): ReactNode {
  return null
}
