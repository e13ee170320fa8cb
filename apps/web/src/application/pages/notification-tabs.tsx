import { Tabs } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from './open-pages.ts'
import { reachable } from './reachable.ts'

const tabs = [
  { id: 'alerts', label: 'Alerts', href: '/notifications/alerts' },
  { id: 'notifications', label: 'Notifications', href: '/notifications' },
  { id: 'rules', label: 'Rules', href: '/notifications/rules' },
  { id: 'silences', label: 'Silences', href: '/notifications/silences' },
] as const

/** Leads between open alerts, what was sent, the rules and the silences. @param props.value the area of the page */
export function NotificationTabs(props: { value: (typeof tabs)[number]['id'] }): ReactNode {
  const pages = usePages()
  const visitor = useVisitor()
  return (
    <Tabs
      label="Notifications"
      tabs={tabs.flatMap((tab) => {
        const href = reachable(tab.href, pages, visitor)
        return href === undefined ? [] : [{ ...tab, href }]
      })}
      value={props.value}
    />
  )
}
