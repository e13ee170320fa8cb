import { Copy, EllipsisVertical, ExternalLink, Play, Trash2 } from 'lucide-react'
import { Button, IconButton, Menu, type MenuSection } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Menu'

const sections: readonly MenuSection[] = [
  {
    id: 'act',
    heading: 'checkout-api',
    items: [
      { id: 'run', label: 'Run now', keys: 'r', icon: <Play className="size-3.5" /> },
      { id: 'copy', label: 'Copy as YAML', icon: <Copy className="size-3.5" /> },
      { id: 'open', label: 'Open canary', href: '#canary', icon: <ExternalLink className="size-3.5" /> },
      { id: 'silence', label: 'Silence', disabled: true, note: 'Needs the right to write silences' },
    ],
  },
  {
    id: 'destroy',
    items: [{ id: 'delete', label: 'Delete…', danger: true, icon: <Trash2 className="size-3.5" /> }],
  },
]

export const stories: readonly Story[] = [
  {
    name: 'Actions',
    render: () => (
      <div className="flex gap-2">
        <Menu trigger={<Button>Actions</Button>} sections={sections} />
        <Menu
          trigger={<IconButton label="More" icon={<EllipsisVertical className="size-4" />} />}
          sections={sections}
        />
      </div>
    ),
  },
]
