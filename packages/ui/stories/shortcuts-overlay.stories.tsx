import { type ReactNode, useState } from 'react'
import { Button, useShortcuts } from '../src/index.ts'
import { ShortcutsOverlay } from '../src/shortcuts/shortcuts-overlay.tsx'
import type { Story } from './story.ts'

export const title = 'ShortcutsOverlay'

const nothing = (): void => undefined

function Example({ alone }: { alone: boolean }): ReactNode {
  const [open, setOpen] = useState(alone)
  useShortcuts([
    { keys: '?', label: 'Show keyboard shortcuts', perform: () => setOpen(true) },
    { keys: 'mod+k', label: 'Open command palette', group: 'General', perform: nothing },
    { keys: 'g h', label: 'Go to Health', group: 'Go to', perform: nothing },
    { keys: 'g c', label: 'Go to Catalog', group: 'Go to', perform: nothing },
    { keys: 'j', label: 'Next row', group: 'Lists', perform: nothing },
    { keys: 'k', label: 'Previous row', group: 'Lists', perform: nothing },
  ])
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Keyboard shortcuts</Button>
      <ShortcutsOverlay open={open} onOpenChange={setOpen} />
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Overlay', render: ({ alone }) => <Example alone={alone} /> },
]
