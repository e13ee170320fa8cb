import { BellOff } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { ADD_SILENCE_PATH, SILENCES_PATH } from './paths.ts'

/** The paths of its pages. */
export type SilencesPath =
  | '/notifications/silence'
  | '/notifications/silences'
  | '/notifications/silences/add'

const feature = 'settings.notifications'
const topics = ['notification_silences', 'notification_history', 'checks', 'canaries']

/** The pages of silences. */
export const silencePages: readonly Page[] = [
  definePage({
    path: SILENCES_PATH,
    parent: '/notifications',
    title: 'Silences',
    icon: BellOff,
    place: 'nowhere',
    keys: 'g s',
    keywords: ['mute', 'maintenance', 'windows', 'notifications', 'quiet'],
    access: { resource: 'database', action: 'read' },
    feature,
    topics,
    actions: [
      {
        label: 'Add silence',
        href: ADD_SILENCE_PATH,
        access: { resource: 'notifications', action: 'write' },
        keywords: ['new', 'create', 'mute', 'maintenance window'],
      },
    ],
    load: async () => {
      const { SilencesPage } = await import('./silences-page.tsx')
      return { default: SilencesPage }
    },
  }),
  definePage({
    path: ADD_SILENCE_PATH,
    parent: SILENCES_PATH,
    // Where older links lead.
    aliases: [{ path: '/notifications/silence' }],
    title: 'Add silence',
    icon: BellOff,
    place: 'nowhere',
    // Who may write to the database has the right too. Source: RBAC-035.
    access: { resource: 'notifications', action: 'write' },
    feature,
    topics,
    load: async () => {
      const { AddSilencePage } = await import('./add-silence-page.tsx')
      return { default: AddSilencePage }
    },
  }),
]
