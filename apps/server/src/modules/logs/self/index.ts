import { succeed } from '@binnacle/contract/core'
import {
  cleanMessage,
  defineLogBackend,
  type LogLine,
  type LogQuery,
  type LogTailed,
  matchesFilter,
  type OpenLogs,
} from '@binnacle/plugin-kit/logs'
import { z } from 'zod'
import type { LogMemory } from '../../../platform/log-memory.ts'
import { logType, type LogType } from '../spec/log-types.ts'

const definition = defineLogBackend<unknown>({
  type: 'self',
  title: 'Binnacle',
  description: 'The log of the product itself: the newest lines of the process that answers.',
  icon: 'binnacle',
  schema: z.strictObject({}),
  example: {},
  timeoutMilliseconds: 10_000,
  concurrency: 50,
  stream: [],
  ofHost: true,
})

/** Milliseconds between two looks of a tail. */
const BETWEEN = 250

/** The log of the product itself, which people search like any other. */
export function selfType(memory: LogMemory): LogType {
  const linesOf = (after: number): LogLine[] =>
    memory.after(after).map(({ number, time, message, labels }) => ({
      id: `${memory.id}-${number}`,
      time,
      message: cleanMessage(message),
      labels,
    }))

  const open: OpenLogs = (_spec, context) => ({
    async search({ filter, from, to, limit, direction }: LogQuery) {
      const lines = linesOf(-1).filter(
        (line) => line.time >= from.getTime() && line.time <= to.getTime() && matchesFilter(filter, line),
      )
      const ordered = direction === 'backward' ? lines.toReversed() : lines
      const isCut = memory.dropped > 0 && (memory.oldest ?? 0) > from.getTime()
      const notes = isCut ? ['older lines of this process are no longer in memory'] : []
      return succeed({ lines: ordered.slice(0, limit), isWhole: true, notes, total: lines.length })
    },
    async *tail({ filter }): AsyncGenerator<LogTailed> {
      let last = memory.last
      while (!context.signal.aborted) {
        await context.wait(BETWEEN)
        const lines = linesOf(last).filter((line) => matchesFilter(filter, line))
        last = memory.last
        if (lines.length > 0) yield { lines }
      }
    },
  })
  return logType(definition, open, false)
}
