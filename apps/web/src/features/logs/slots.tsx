import { ScrollText } from 'lucide-react'
import type { SlotFills } from '../../application/slots/types.ts'
import { componentLogsHref } from './paths.ts'

/** What logs add to the pages of resources. */
export const logSlots: SlotFills = {
  'component.menu': [
    {
      id: 'logs',
      group: 'open',
      order: 10,
      label: 'View Logs',
      icon: <ScrollText className="size-3.5" />,
      access: { resource: 'topologies', action: 'read' },
      feature: 'logs',
      shows: ({ logs }) => logs.length > 0,
      href: ({ id }) => componentLogsHref(id),
    },
  ],
}
