import { LiveControl } from '../src/index.ts'
import { ago } from './sample/time.ts'
import type { Story } from './story.ts'

export const title = 'LiveControl'

const shared = { onToggle: () => undefined, onRefresh: () => undefined, loading: false }
const rate = { value: '60s', onChange: () => undefined, rangeMilliseconds: 3_600_000 } as const

export const stories: readonly Story[] = [
  {
    name: 'States',
    render: () => (
      <div className="flex flex-wrap gap-4">
        <LiveControl state="live" {...shared} />
        <LiveControl state="live" {...shared} rate={rate} />
        <LiveControl state="live" {...shared} loading />
        <LiveControl state="paused" {...shared} />
        <LiveControl state="offline" since={ago(190_000)} {...shared} />
      </div>
    ),
  },
]
