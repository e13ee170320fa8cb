import { Box } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type GraphThing, type GraphView, NetworkGraph } from '../src/graph/index.ts'
import { PlainLink } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Graph'

const states = ['healthy', 'healthy', 'warning', 'unhealthy']

/** Things below each other, as many of a kind as the story wants. */
function sampleThings(count: number, kinds: number): GraphThing[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `thing-${index}`,
    name: `checkout-${index}`,
    kind: `Kind ${Math.floor(index / 5) % kinds}`,
    leadsTo: [1, 2, 3, 4, 5].map((step) => `thing-${index * 5 + step}`),
    health: states[index % states.length] ?? null,
  }))
}

function Sample({ things }: { things: readonly GraphThing[] }): ReactNode {
  const [view, setView] = useState<GraphView>({ direction: 'LR', lines: 'bezier', toggled: [] })
  return (
    <div className="flex h-[30rem] flex-col">
      <NetworkGraph
        label="Things and what they lead to"
        things={things}
        root="thing-0"
        view={view}
        onViewChange={(change) => setView({ ...view, ...change })}
        renderThing={(thing) => (
          <>
            <PlainLink href="#" className="nopan truncate font-medium hover:underline">
              {thing.name}
            </PlainLink>
            <span className="truncate text-small text-muted">{thing.kind}</span>
          </>
        )}
        renderKind={(kind) => ({ icon: <Box aria-hidden="true" className="size-4" />, label: kind })}
      />
    </div>
  )
}

const few = sampleThings(12, 40)
const many = sampleThings(1_200, 1_200)

export const stories: readonly Story[] = [
  { name: 'Groups', render: () => <Sample things={few} /> },
  { name: 'More than can be read at once', render: () => <Sample things={many} /> },
]
