import type { Area } from '../../application/pages/area.ts'
import { notificationPages, type NotificationsPath } from './pages.ts'

export { Bell } from './alerts/bell.tsx'
export { AlertCell, AlertMark } from './alerts/mark-later.tsx'
export { HISTORY_PATH } from './paths.ts'

export const notifications: Area<NotificationsPath> = {
  pages: notificationPages,
  outsidePages: [
    {
      path: '/acknowledge/$token',
      async load() {
        const { AcknowledgePage } = await import('./acknowledge-page.tsx')
        return { default: AcknowledgePage }
      },
    },
  ],
  slots: async () => (await import('./slots.ts')).notificationSlots,
}
