import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'

/** The longest task of a page, in milliseconds: of its processor, and on the clock. */
export interface LongestTask {
  processor: number
  clock: number
}

/** Most milliseconds of one trace, which would be too long for a text otherwise. */
const ROUND = 5_000

const numberOf = (line: string, name: string) =>
  Number(new RegExp(`"${name}":(?<value>\\d+)`, 'u').exec(line)?.groups?.['value'] ?? 0)
const threadOf = (line: string) => `${numberOf(line, 'pid')} ${numberOf(line, 'tid')}`

/** Reads the trace of a browser, which has an event a line. @returns the longest tasks of the main threads of its pages */
function longestTask(trace: string): LongestTask {
  const lines = trace.split('\n')
  const mains = new Set(lines.filter((line) => line.includes('"name":"CrRendererMain"')).map(threadOf))
  const longest = { processor: 0, clock: 0 }
  for (const line of lines) {
    if (!line.includes('"name":"RunTask"')) continue
    // In microseconds.
    const clock = numberOf(line, 'dur') / 1_000
    if (clock <= longest.processor || !mains.has(threadOf(line))) continue
    longest.clock = Math.max(longest.clock, clock)
    longest.processor = Math.max(longest.processor, numberOf(line, 'tdur') / 1_000)
  }
  return longest
}

/**
 * Watches the tasks of a page. On a busy machine a task waits for the processor, so the time that it ran is told apart from
 * the time on the clock.
 * @returns ends the watch
 */
export function watchTasks(browser: Browser, page: Page): () => Promise<LongestTask> {
  const over = new AbortController()
  const watch = async () => {
    const longest = { processor: 0, clock: 0 }
    do {
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
      await sleep(ROUND, undefined, { signal: over.signal }).catch(() => undefined)
      const { processor, clock } = longestTask((await browser.stopTracing()).toString('utf8'))
      longest.processor = Math.max(longest.processor, processor)
      longest.clock = Math.max(longest.clock, clock)
    } while (!over.signal.aborted)
    return longest
  }
  const watching = watch()
  return () => {
    over.abort()
    return watching
  }
}
