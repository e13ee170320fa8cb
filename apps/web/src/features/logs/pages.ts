import { ScrollText } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { pathOf, kindPages } from '../../application/resource/kind.ts'
import { backendArea } from './area.ts'
import { LOGS_PATH, NEW_BACKEND_PATH } from './paths.ts'

/** The paths of its pages. */
export type LogsPath =
  | '/logs'
  | '/settings/logging_backends'
  | '/settings/logging_backends/$id'
  | '/settings/logging_backends/new'

/** The logs of components, and the backends where they are read. */
export const logPages: readonly Page[] = [
  definePage({
    path: LOGS_PATH,
    title: 'Logs',
    icon: ScrollText,
    place: 'area',
    keys: 'g l',
    keywords: ['lines', 'tail', 'errors', 'journal'],
    access: { resource: 'topologies', action: 'read' },
    feature: 'logs',
    topics: ['logging_backends'],
    load: async () => {
      const { LogsPage } = await import('./logs-page.tsx')
      return { default: LogsPage }
    },
  }),
  ...kindPages(backendArea, {
    list: async () => (await import('./backends/resource.tsx')).logBackends,
    item: async () => (await import('./backends/backend-page.tsx')).backendPage,
  }),
  definePage({
    path: NEW_BACKEND_PATH,
    parent: pathOf(backendArea),
    title: 'New log backend',
    icon: backendArea.icon,
    place: 'nowhere',
    access: { resource: backendArea.access, action: 'write' },
    feature: backendArea.feature,
    load: async () => {
      const { NewBackendPage } = await import('./backends/new-backend-page.tsx')
      return { default: NewBackendPage }
    },
  }),
]
