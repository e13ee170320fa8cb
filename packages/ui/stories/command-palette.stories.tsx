import { type ReactNode, useState } from 'react'
import { Button, useShortcuts } from '../src/index.ts'
import { CommandPalette } from '../src/palette/index.ts'
import { paletteItems } from './sample/palette.tsx'
import type { Story } from './story.ts'

export const title = 'CommandPalette'

function Example({ alone, empty = false }: { alone: boolean; empty?: boolean }): ReactNode {
  const [open, setOpen] = useState(alone)
  useShortcuts([{ keys: 'mod+k', label: 'Open command palette', perform: () => setOpen(true) }])
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <CommandPalette open={open} onOpenChange={setOpen} items={empty ? [] : paletteItems} loading={empty} />
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Palette', render: ({ alone }) => <Example alone={alone} /> },
  { name: 'No result', render: ({ alone }) => <Example alone={alone} empty /> },
]
