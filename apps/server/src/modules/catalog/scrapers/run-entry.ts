import { fail, succeed } from '@binnacle/contract/core'
import { formatDuration } from '@binnacle/contract/text'
import { createRedactor, redactDeep } from '@binnacle/egress'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ScrapeOutput, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { resolveEntry } from '../../../platform/specs/complete.ts'
import { isJson } from '../extract/documents.ts'
import { createScripting } from '../extract/scripting.ts'
import type { ParsedEntry } from '../scraper-spec/scraper.ts'
import type { ScrapeDependencies } from './dependencies.ts'

/** How a run of an entry is made. */
export interface EntryRun {
  /** Namespace of the scraper, in which names are resolved. */
  namespace: string
  mode: ScrapeContext['mode']
  lastComplete: Date | undefined
  /** Undefined: as long as the signal lets it. */
  timeoutMilliseconds: number | undefined
  /** Lines for the log of the run. */
  tell: (line: string) => void
  signal: AbortSignal
}

/** A run that does not end this long after its abort is abandoned. */
const GRACE_MILLISECONDS = 2_000

/** Replaces the secrets of a spec in what a source has, which may repeat them. */
function cleanerOf(secrets: readonly string[]): (scraped: ScrapeOutput) => ScrapeOutput {
  if (secrets.length === 0) return (scraped) => scraped
  const redact = createRedactor(secrets)
  const clean = (value: Json): Json => {
    const cleaned = redactDeep(value, redact)
    return isJson(cleaned) ? cleaned : null
  }
  const text = (key: string, value: string | undefined) =>
    value === undefined ? {} : { [key]: redact(value) }
  return (scraped) => {
    switch (scraped.kind) {
      case 'item':
        return {
          ...scraped,
          config: scraped.config === undefined ? scraped.config : clean(scraped.config),
          ...text('description', scraped.description),
          ...text('source', scraped.source),
        }
      case 'change': {
        const { details, patches } = scraped
        return {
          ...scraped,
          ...text('summary', scraped.summary),
          ...text('diff', scraped.diff),
          ...(details === undefined ? {} : { details: clean(details) }),
          ...(patches === undefined ? {} : { patches: clean(patches) }),
        }
      }
      case 'insight':
        return {
          ...scraped,
          summary: redact(scraped.summary),
          ...(scraped.details === undefined ? {} : { details: clean(scraped.details) }),
        }
      case 'fault':
        return { ...scraped, message: redact(scraped.message) }
      default:
        return scraped
    }
  }
}

const fault = (message: string): ScrapeOutput => ({ kind: 'fault', message })

/**
 * Runs the type of an entry, and yields what it finds without secrets of the spec. It ends with its signal, and never throws:
 * what goes wrong is a fault.
 */
export async function* runEntry(
  entry: ParsedEntry,
  { namespace, mode, lastComplete, timeoutMilliseconds, tell, signal }: EntryRun,
  dependencies: ScrapeDependencies,
): AsyncGenerator<ScrapeOutput> {
  const { type, place } = entry
  const opened = await resolveEntry(entry, namespace, dependencies.sources)
  if (!opened.ok) {
    yield fault(`${place}: ${opened.failure}`)
    return
  }
  const { spec, secrets } = opened.value
  const { egress, commands, files, tasks, clock, log, userAgent, mask, scripts } = dependencies
  const redact = createRedactor(secrets)
  const clean = cleanerOf(secrets)
  const scripting = createScripting(scripts, tasks, secrets)
  const over = new AbortController()
  const done = new AbortController()
  const stop = () => over.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const tooLong = `did not end within ${formatDuration(timeoutMilliseconds ?? 0)}`
  const limit = async () => {
    if (timeoutMilliseconds === undefined) return
    await clock.wait(timeoutMilliseconds, done.signal)
    if (!done.signal.aborted)
      over.abort(Object.assign(new Error('the time is over'), { name: 'TimeoutError' }))
  }
  void limit()
  const abandoned = Promise.withResolvers<'abandoned'>()
  over.signal.addEventListener(
    'abort',
    () => void clock.wait(GRACE_MILLISECONDS, done.signal).then(() => abandoned.resolve('abandoned')),
    { once: true },
  )
  const context: ScrapeContext = {
    signal: over.signal,
    timeoutMilliseconds: timeoutMilliseconds ?? type.definition.timeoutMilliseconds,
    now: () => clock.now(),
    wait: (milliseconds) => clock.wait(milliseconds, over.signal),
    egress,
    commands,
    files,
    template: (source, variables) => scripting.template(source, variables),
    work: async (task, input) => {
      const worked = await tasks.run(task, input, secrets)
      return worked.ok ? worked : fail(worked.failure.message)
    },
    redact,
    userAgent,
    log: (line) => tell(`${place}: ${redact(line)}`),
    lastComplete,
    mode,
    expression: async (source, variables) => {
      const value = await scripting.value(source, variables)
      return value.ok ? succeed(isJson(value.value) ? value.value : null) : value
    },
    mask,
  }
  const iterator = type.run(spec, context)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), abandoned.promise])
      if (next === 'abandoned') {
        yield fault(`${place}: ${signal.aborted ? 'was stopped' : tooLong}`)
        return
      }
      if (next.done === true) break
      yield clean(next.value)
    }
    if (over.signal.aborted && mode === 'look')
      yield fault(`${place}: ${signal.aborted ? 'was stopped' : tooLong}`)
  } catch (error) {
    if (!over.signal.aborted)
      log.error({ err: error, type: type.definition.type }, 'a scraper type has a defect')
    yield fault(
      over.signal.aborted
        ? `${place}: ${signal.aborted ? 'was stopped' : tooLong}`
        : `${place}: failed because of an error in Binnacle; see the log of the server`,
    )
  } finally {
    done.abort('the run is over')
    over.abort('the run is over')
    signal.removeEventListener('abort', stop)
    // A generator that hangs would keep this one from ending.
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
