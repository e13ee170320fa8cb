import { everyLine } from '@binnacle/contract/logs'
import { formatDuration } from '@binnacle/contract/text'
import { RequestError } from '../../../platform/errors.ts'
import type { ComponentLog, ComponentLogs } from '../ports.ts'
import type { LogBackends } from './backends.ts'
import { fileParts } from './download.ts'
import type { LogDependencies } from './entry.ts'
import { type SelectedLog, selectedLogs } from './place.ts'

/** Most log selectors that are read for one request. */
const MOST_LOGS = 1_000
/** What one of them, and all of them together, have at most. */
const MOST_LINES = 5_000
const MOST_CHARACTERS = 2_000_000
const MOST_CHARACTERS_OF_ALL = 20_000_000
/** Milliseconds for all of them, so that one backend that hangs does not hold back a file that somebody waits for. */
const USUAL_TIME = 20_000
/** Log selectors that are read at once. What they have waits in memory until it is taken. */
const AT_ONCE = 4

/** Reads the logs of components, within limits of lines, size and time. What is missing is said with each. */
export function createComponentLogs(
  dependencies: LogDependencies,
  stored: LogBackends,
  isOff: () => boolean,
): ComponentLogs {
  async function read(
    { component, selector, find }: SelectedLog,
    { from, to, format, milliseconds = USUAL_TIME }: Parameters<ComponentLogs>[0],
    signal: AbortSignal,
  ): Promise<ComponentLog> {
    const texts: string[] = []
    let lines = 0
    let problems: ReadonlySet<string> = new Set()
    const done = (failure?: string): ComponentLog => {
      const all = [...problems, ...(failure === undefined ? [] : [failure])]
      return {
        component,
        selector,
        lines,
        text: texts.join(''),
        problem: all.length === 0 ? undefined : all.join('; '),
      }
    }
    const tooLate = `not all was read: the time for logs, ${formatDuration(milliseconds)}, was over`
    if (signal.aborted) return done(tooLate)
    try {
      const place = await find()
      const limits = { lines: MOST_LINES, characters: MOST_CHARACTERS }
      const request = { filter: everyLine, window: { from, to }, format, signal }
      for await (const part of fileParts(place, request, dependencies, limits)) {
        texts.push(part.text)
        lines += part.lines
        problems = part.notes
      }
      return done(signal.aborted ? tooLate : undefined)
    } catch (error) {
      if (signal.aborted) return done(tooLate)
      if (error instanceof RequestError) return done(error.message)
      dependencies.log.error({ err: error }, 'the logs of a component could not be read')
      return done('failed because of an error in Binnacle; see the log of the server')
    }
  }

  return async function* ofComponents(request) {
    if (isOff()) return
    const all = await selectedLogs(dependencies, stored, request.components, request.actor)
    const over = new AbortController()
    const stop = () => over.abort()
    request.signal.addEventListener('abort', stop, { once: true })
    const ended = new AbortController()
    void dependencies.clock.wait(request.milliseconds ?? USUAL_TIME, ended.signal).then(stop)
    try {
      const ahead: Promise<ComponentLog>[] = []
      let characters = 0
      for (const [index, { component, selector }] of all.entries()) {
        if (request.signal.aborted) return
        if (index >= MOST_LOGS || characters >= MOST_CHARACTERS_OF_ALL) {
          const problem = `left out: a file has at most ${MOST_LOGS} logs and ${MOST_CHARACTERS_OF_ALL / 1_000_000} MB of them`
          yield { component, selector, lines: 0, text: '', problem }
          continue
        }
        for (const next of all.slice(index + ahead.length, Math.min(index + AT_ONCE, MOST_LOGS)))
          ahead.push(read(next, request, over.signal))
        const log = await ahead.shift()
        if (log === undefined) return
        characters += log.text.length
        yield log
      }
    } finally {
      over.abort()
      ended.abort()
      request.signal.removeEventListener('abort', stop)
    }
  }
}
