import { lazily } from '../../application/pages/lazily.ts'
import type { SlotFills } from '../../application/slots/types.ts'

const gate = {
  access: { resource: 'notifications', action: 'read' },
  feature: 'settings.notifications',
} as const

/** What notifications add to the pages of resources. */
export const notificationSlots: SlotFills = {
  'item.badges': [
    {
      ...gate,
      id: 'alert',
      order: 10,
      shows: ({ health }) => health !== 'healthy',
      Content: lazily(async () => (await import('./alerts/subject-marks.tsx')).AlertOfItem),
    },
  ],
  'check.badges': [
    {
      ...gate,
      id: 'alert',
      order: 10,
      shows: ({ state }) => state !== 'healthy',
      Content: lazily(async () => (await import('./alerts/subject-marks.tsx')).AlertOfCheck),
    },
  ],
  'check.actions': [
    {
      ...gate,
      id: 'acknowledge',
      order: 10,
      shows: ({ state }) => state !== 'healthy',
      Content: lazily(async () => (await import('./why/acknowledge-check.tsx')).AcknowledgeCheck),
    },
  ],
  'check.tabs': [
    {
      ...gate,
      id: 'notifications',
      label: 'Notifications',
      order: 20,
      keys: { keys: 'n', label: 'Why was nobody told?' },
      Content: lazily(async () => (await import('./why/check-notifications.tsx')).CheckNotifications),
    },
  ],
  'component.facts': [
    {
      ...gate,
      id: 'alert',
      label: 'Alert',
      order: 10,
      shows: ({ health }) => health !== 'healthy',
      Content: lazily(async () => (await import('./alerts/subject-marks.tsx')).AlertOfComponent),
    },
  ],
}
