import { Bell, BellRing } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { loadList } from '../../application/resource/pages.tsx'
import { ALERTS_PATH, HISTORY_PATH, RULES_PATH } from './paths.ts'

/** The paths of its pages. */
export type NotificationsPath =
  | '/notifications'
  | '/notifications/alerts'
  | '/notifications/alerts/$id'
  | '/notifications/rules'
  | '/settings/notifications'
  | '/settings/notifications/$id'

const access = { resource: 'notifications', action: 'read' } as const
const feature = 'settings.notifications'

/** The send history and the rules. */
export const notificationPages: readonly Page[] = [
  definePage({
    path: HISTORY_PATH,
    title: 'Notifications',
    icon: Bell,
    place: 'area',
    keys: 'g n',
    keywords: ['send history', 'alerts', 'messages', 'why not'],
    access,
    feature,
    topics: ['notification_history', 'notifications', 'alerts', 'notification_silences'],
    actions: [
      {
        label: 'Why was nobody told?',
        href: `${HISTORY_PATH}?status=sent:-1`,
        access,
        keywords: ['silenced', 'acknowledged', 'not sent'],
      },
    ],
    finder: {
      group: 'Alerts',
      topic: 'alerts',
      async find(text, signal) {
        const { findAlertActions } = await import('./finder.tsx')
        return findAlertActions(text, signal)
      },
    },
    load: async () => {
      const { HistoryPage } = await import('./history/history-page.tsx')
      return { default: HistoryPage }
    },
  }),
  definePage({
    path: ALERTS_PATH,
    parent: HISTORY_PATH,
    title: 'Alerts',
    icon: BellRing,
    place: 'nowhere',
    keys: 'g i',
    keywords: ['open alerts', 'unhealthy', 'acknowledge', 'snooze', 'incidents'],
    access,
    feature,
    topics: ['alerts', 'notification_history', 'notification_alerts'],
    actions: [
      {
        label: 'My alerts',
        href: `${ALERTS_PATH}?mine=true`,
        access,
        keywords: ['open', 'acknowledge', 'assigned to me'],
      },
    ],
    finder: {
      group: 'Open alerts',
      topic: 'alerts',
      async find(text, signal) {
        const { findAlerts } = await import('./alerts/finder.tsx')
        return findAlerts(text, signal)
      },
    },
    load: async () => {
      const { AlertsPage } = await import('./alerts/alerts-page.tsx')
      return { default: AlertsPage }
    },
  }),
  definePage({
    path: `${ALERTS_PATH}/$id`,
    parent: ALERTS_PATH,
    title: 'Alert',
    icon: BellRing,
    place: 'nowhere',
    access,
    feature,
    topics: ['alerts', 'notification_history', 'notification_alerts'],
    load: async () => {
      const { AlertPage } = await import('./alerts/alert-page.tsx')
      return { default: AlertPage }
    },
  }),
  definePage({
    path: RULES_PATH,
    parent: HISTORY_PATH,
    aliases: [{ path: '/settings/notifications' }, { path: '/settings/notifications/$id', parameter: 'id' }],
    title: 'Notification Rules',
    icon: Bell,
    place: 'settings',
    keywords: ['alerts', 'recipients', 'events'],
    access,
    feature,
    topics: ['notifications', 'notification_history'],
    actions: [
      {
        label: 'Create notification',
        href: `${RULES_PATH}?add=true`,
        access: { resource: 'notifications', action: 'write' },
        keywords: ['new', 'add', 'rule', 'alert'],
      },
    ],
    load: loadList(async () => (await import('./rules/resource.tsx')).rules),
  }),
]
