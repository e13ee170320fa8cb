import { Component } from 'lucide-react'
import { relatedQuery } from '../../application/slots/related-query.ts'
import type { SlotFills } from '../../application/slots/types.ts'
import { TOPOLOGY_PATH } from './paths.ts'

/** What the topology adds to the pages of others. */
export const topologySlots: SlotFills = {
  'check.related': [
    {
      id: 'components',
      order: 10,
      access: { resource: 'canaries', action: 'read' },
      label: 'Component',
      icon: <Component />,
      query: ({ id }) =>
        relatedQuery({
          table: 'checks',
          id,
          through: 'check_component_relationships',
          to: 'components',
          path: TOPOLOGY_PATH,
        }),
    },
  ],
}
