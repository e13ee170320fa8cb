import { Age, Duration } from '../src/index.ts'
import { ago } from './sample/time.ts'
import type { Story } from './story.ts'

export const title = 'Time'

const lengths = [4_000, 95_000, 3_600_000 * 5, 86_400_000 * 3, 86_400_000 * 70, 86_400_000 * 800, -300_000]

export const stories: readonly Story[] = [
  {
    name: 'Ages',
    render: () => (
      <div className="flex flex-wrap gap-4">
        {lengths.map((length) => (
          <Age key={length} time={ago(length)} />
        ))}
        <Age time={null} />
      </div>
    ),
  },
  {
    name: 'Durations',
    render: () => (
      <div className="flex flex-wrap gap-4">
        {[0.4, 38, 1_250, 95_000, 7_200_000, null].map((length) => (
          <Duration key={length} milliseconds={length} />
        ))}
      </div>
    ),
  },
]
