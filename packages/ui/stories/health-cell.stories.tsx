import { BellOff, UserRoundCheck } from 'lucide-react'
import { HealthCell } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'HealthCell'

const cells = [
  { name: 'checkout', state: 'unhealthy', message: 'status 503, expected 200 to 299' },
  { name: 'a check whose name is longer than any card of it is wide', state: 'unhealthy', message: null },
  { name: 'metadata', state: 'unknown', message: 'the address 169.254.169.254 is not allowed' },
  {
    name: 'orders',
    state: 'unhealthy',
    message: 'connection refused',
    marks: [
      {
        icon: <UserRoundCheck aria-hidden="true" className="size-3 shrink-0" />,
        text: 'Acknowledged by Ann',
      },
      { icon: <BellOff aria-hidden="true" className="size-3 shrink-0" />, text: 'Silenced until 14:30' },
    ],
  },
  { name: 'front page', state: 'healthy', message: null },
  { name: 'search', state: 'healthy', message: null },
] as const

export const stories: readonly Story[] = [
  {
    name: 'Cells of a card',
    render: () => (
      <div className="flex max-w-72 flex-wrap gap-1">
        {cells.map((cell) => (
          <HealthCell key={cell.name} {...cell} href={`#${cell.name}`} selected={cell.name === 'search'} />
        ))}
      </div>
    ),
  },
]
