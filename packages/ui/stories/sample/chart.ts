import type { ChartLine, ChartPoint } from '../../src/chart/index.ts'
import { createRandom } from './random.ts'
import { NOW } from './time.ts'

const STEP = 5 * 60_000

/** A day of a check that slowed down, failed for a while, and recovered. */
export function sampleCourse(count = 288): { points: readonly ChartPoint[]; lines: readonly ChartLine[] } {
  const random = createRandom(7)
  const points: ChartPoint[] = []
  const median: (number | null)[] = []
  const high: (number | null)[] = []
  for (let index = 0; index < count; index += 1) {
    const place = index / count
    const slow = place > 0.6 && place < 0.72 ? 5 : place > 0.55 && place < 0.75 ? 2 : 1
    const silent = place > 0.3 && place < 0.33
    const failed = slow === 5 ? 5 : slow === 2 && random() < 0.3 ? 1 : 0
    points.push({
      time: NOW - (count - index) * STEP,
      passed: silent ? 0 : 5 - failed,
      failed: silent ? 0 : failed,
      unknown: place > 0.31 && place < 0.32 ? 1 : 0,
    })
    const base = (110 + 30 * Math.sin(index / 24) + random() * 25) * slow
    median.push(silent ? null : base)
    high.push(silent ? null : base * (1.5 + random() * 0.6))
  }
  return {
    points,
    lines: [
      { label: 'p50', values: median },
      { label: 'p95', values: high },
    ],
  }
}
