import { CalendarClock } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'

/** The paths of its pages. */
export type OnCallPath = '/on-call' | '/on-call/$id'

export const onCallPage = definePage({
  path: '/on-call',
  // `/on-call/readiness` and the like open a tab.
  aliases: [{ path: '/on-call/$id', parameter: 'tab' }],
  title: 'On call',
  icon: CalendarClock,
  place: 'area',
  keys: 'g o',
  keywords: ['rota', 'escalation', 'shifts', 'readiness'],
  access: { resource: 'notifications', action: 'read' },
  feature: 'settings.notifications',
  topics: ['on_call', 'escalations'],
  load: async () => ({ default: (await import('./on-call-page.tsx')).OnCallPage }),
})
