import { createHmac } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { formatDuration } from '@binnacle/contract/text'
import { createRedactor } from '@binnacle/egress'
import type { RunContext } from '@binnacle/plugin-kit/core'
import { cleanLabels, cleanMessage, type LogLine, type LogSource } from '@binnacle/plugin-kit/logs'
import { hideOperatorPart, operatorMark } from '../../../platform/operator.ts'
import type { Platform } from '../../../platform/platform.ts'
import { resolveEntry, type SpecSources } from '../../../platform/specs/complete.ts'
import type { Turns } from '../../../platform/turns.ts'
import type { LineRules, ParsedLogEntry } from '../spec/backend.ts'
import type { FailingBackends } from './failing.ts'

/** What searches need of the product. */
export interface LogDependencies extends Pick<
  Platform,
  | 'egress'
  | 'commands'
  | 'files'
  | 'scripts'
  | 'tasks'
  | 'clock'
  | 'log'
  | 'userAgent'
  | 'pool'
  | 'secrets'
  | 'live'
> {
  /** Where connections and references are resolved. */
  sources: SpecSources
  turns: Turns
  failing: FailingBackends
}

/** Stored connections without a namespace are looked up here. */
const NAMESPACE = 'default'

/** An entry that can be asked. */
export interface OpenedEntry {
  source: LogSource
  redact: (text: string) => string
}

/**
 * Hides what the product told its operator on the terminal, where a backend reads that terminal again: from a journal, a
 * file, or the log of a container.
 */
function withoutOperatorParts(source: LogSource, mark: string): LogSource {
  const hide = (lines: readonly LogLine[]): LogLine[] =>
    lines.map((line) => ({
      ...line,
      message: hideOperatorPart(line.message, mark),
      labels: Object.fromEntries(
        Object.entries(line.labels).map(([name, text]) => [name, hideOperatorPart(text, mark)]),
      ),
    }))
  return {
    ...(source.histogram === undefined ? {} : { histogram: source.histogram.bind(source) }),
    async search(query) {
      const found = await source.search(query)
      return found.ok ? succeed({ ...found.value, lines: hide(found.value.lines) }) : found
    },
    ...(source.tail === undefined
      ? {}
      : {
          async *tail(query) {
            for await (const one of source.tail?.(query) ?? [])
              yield 'lines' in one ? { lines: hide(one.lines) } : one
          },
        }),
  }
}

/** Opens an entry. @param signal ends everything that it does */
export async function openEntry(
  entry: ParsedLogEntry,
  { sources, tasks, clock, scripts, egress, commands, files, userAgent, secrets: keys }: LogDependencies,
  signal: AbortSignal,
): Promise<Result<OpenedEntry, string>> {
  const completed = await resolveEntry(entry, NAMESPACE, sources)
  if (!completed.ok) return completed
  const { spec, secrets } = completed.value
  const redact = createRedactor(secrets)
  const context: RunContext = {
    signal,
    timeoutMilliseconds: entry.type.definition.timeoutMilliseconds,
    now: () => clock.now(),
    wait: (milliseconds) => clock.wait(milliseconds, signal),
    egress,
    commands,
    files,
    userAgent,
    redact,
    async template(source, variables) {
      const filled = await scripts.evaluate({ language: 'template', source }, { variables, secrets })
      return filled.ok ? succeed(filled.value.text) : fail(filled.failure.message)
    },
    async work(task, input) {
      const worked = await tasks.run(task, input, secrets)
      return worked.ok ? worked : fail(worked.failure.message)
    },
  }
  const source = await entry.type.open(spec, context)
  return succeed({ source: withoutOperatorParts(source, operatorMark(keys)), redact })
}

/** An id that is the same in every process, and says nothing of the line. */
function hiddenId({ id, message }: LogLine, key: Buffer): string {
  return createHmac('sha256', key)
    .update(id || message)
    .digest('base64url')
    .slice(0, 22)
}

/** A source that does not end this long after its abort is abandoned. */
const GRACE_MILLISECONDS = 1_000

/**
 * Asks an opened entry once, within the time of its type. It never throws.
 * @param limit milliseconds. Default: the type's
 */
export async function askEntry<Value>(
  entry: ParsedLogEntry,
  dependencies: LogDependencies,
  signal: AbortSignal,
  ask: (source: LogSource) => Promise<Result<Value, string>>,
  limit = entry.type.definition.timeoutMilliseconds,
): Promise<Result<Value, string>> {
  const over = new AbortController()
  const stop = () => over.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const done = new AbortController()
  const tooLong = `no answer within ${formatDuration(limit)}`
  const abandoned = async (): Promise<Result<Value, string>> => {
    await dependencies.clock.wait(limit, done.signal)
    if (!done.signal.aborted)
      over.abort(Object.assign(new Error('the time is over'), { name: 'TimeoutError' }))
    await dependencies.clock.wait(GRACE_MILLISECONDS, done.signal)
    return fail(tooLong)
  }
  const attempt = async (): Promise<Result<Value, string>> => {
    let redact = (text: string) => text
    const { type, concurrency } = entry.type.definition
    const giveBack = await dependencies.turns.take(type, concurrency, over.signal)
    if (giveBack === undefined) return fail(tooLong)
    try {
      const opened = await openEntry(entry, dependencies, over.signal)
      if (!opened.ok) return opened
      redact = opened.value.redact
      const answer = await ask(opened.value.source)
      if (answer.ok) return answer
      return fail(over.signal.aborted && !signal.aborted ? tooLong : redact(answer.failure))
    } catch (error) {
      if (over.signal.aborted) return fail(tooLong)
      dependencies.log.error(
        { err: error, type: entry.type.definition.type },
        'a type of log backend has a defect',
      )
      return fail('failed because of an error in Binnacle; see the log of the server')
    } finally {
      giveBack()
    }
  }
  try {
    return await Promise.race([attempt(), abandoned()])
  } finally {
    done.abort('done')
    over.abort('done')
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Makes a function that returns a line as people may see it, with the labels of its entry. Where rules replace texts, its id
 * is another one: ids of some types are digests of the message, from which a short secret can be found by trying.
 */
export function createLineView(
  { common }: ParsedLogEntry,
  { scrub }: Pick<LineRules, 'scrub'>,
  { secrets }: Pick<LogDependencies, 'secrets'>,
): (line: LogLine) => LogLine {
  const key = scrub.length === 0 ? undefined : secrets.keyFor('ids of log lines')
  return (line) => ({
    ...line,
    id: key === undefined ? line.id : hiddenId(line, key),
    message: cleanMessage(line.message),
    labels: cleanLabels({ ...common.labels, ...line.labels }),
  })
}
