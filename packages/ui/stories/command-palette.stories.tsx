import { type ReactNode, useState } from 'react'
import { Button, PaletteFrame, useShortcuts } from '../src/index.ts'
import { PaletteResults } from '../src/palette/index.ts'
import { paletteItems } from './sample/palette.tsx'
import type { Story } from './story.ts'

export const title = 'CommandPalette'

/** What there is to find: the sample, nothing, or nothing so far. */
type SearchState = 'all' | 'none' | 'waiting'

function Example({ alone, found }: { alone: boolean; found: SearchState }): ReactNode {
  const [open, setOpen] = useState(alone)
  useShortcuts([{ keys: 'mod+k', label: 'Open command palette', perform: () => setOpen(true) }])
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <PaletteFrame open={open} onOpenChange={setOpen}>
        <PaletteResults items={found === 'all' ? paletteItems : []} loading={found === 'waiting'} />
      </PaletteFrame>
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'Palette', render: ({ alone }) => <Example alone={alone} found="all" /> },
  { name: 'No result', render: ({ alone }) => <Example alone={alone} found="none" /> },
  { name: 'Searching', render: ({ alone }) => <Example alone={alone} found="waiting" /> },
]
