import { Plug } from 'lucide-react'
import { definePage, type Page } from '../../application/pages/pages.ts'
import { loadList } from '../../application/resource/pages.tsx'

/** The paths of its pages. */
export type ConnectionsPath = '/settings/connections'

/** The page of connections. */
export const connectionPages: readonly Page[] = [
  definePage({
    path: '/settings/connections',
    aliases: [{ path: '/settings/connections/$id', parameter: 'id' }],
    title: 'Connections',
    icon: Plug,
    place: 'settings',
    keys: 'g x',
    keywords: ['servers', 'accounts', 'credentials', 'secrets', 'databases', 'clouds'],
    access: { resource: 'connections', action: 'read' },
    feature: 'settings.connections',
    topics: ['connections'],
    actions: [
      {
        label: 'Add connection',
        href: '/settings/connections?add=true',
        access: { resource: 'connections', action: 'write' },
        keywords: ['new', 'create', 'server', 'account'],
      },
    ],
    load: loadList(async () => (await import('./resource.tsx')).connections),
  }),
]
