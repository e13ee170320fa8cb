import { LiveIndicator } from '../src/index.ts'
import { ago } from './sample/time.ts'
import type { Story } from './story.ts'

export const title = 'LiveIndicator'

export const stories: readonly Story[] = [
  {
    name: 'States',
    render: () => (
      <div className="flex flex-wrap gap-4">
        <LiveIndicator state="live" onToggle={() => undefined} />
        <LiveIndicator state="paused" onToggle={() => undefined} />
        <LiveIndicator state="offline" since={ago(190_000)} />
      </div>
    ),
  },
]
