import { lazy } from 'react'
import type { Section } from '../../application/pages/sections.tsx'

const CheckNotifications = lazy(async () => {
  const { CheckNotifications: component } = await import('./why/check-notifications.tsx')
  return { default: component }
})

/** What notifications add to the pages of resources. */
export const notificationSections: readonly Section[] = [
  {
    of: 'check',
    id: 'notifications',
    label: 'Notifications',
    keys: { keys: 'n', label: 'Why was nobody told?' },
    access: { resource: 'notifications', action: 'read' },
    feature: 'settings.notifications',
    Content: CheckNotifications,
  },
]
