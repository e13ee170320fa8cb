import { Plug } from 'lucide-react'
import { definePage } from '../application/pages.ts'

export const connectionsPage = definePage({
  path: '/settings/connections',
  title: 'Connections',
  icon: Plug,
  place: 'settings',
  keys: 'g c',
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
  load: async () => {
    const { ConnectionsPage } = await import('../features/connections/connections-page.tsx')
    return { default: ConnectionsPage }
  },
})
