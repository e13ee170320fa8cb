import { Badge } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Badge'

export const stories: readonly Story[] = [
  {
    name: 'Tones',
    render: () => (
      <div className="flex flex-wrap items-center gap-2">
        <Badge>payments</Badge>
        <Badge tone="outline" code>
          team=payments
        </Badge>
        <Badge tone="accent">new</Badge>
        <Badge>12</Badge>
      </div>
    ),
  },
]
