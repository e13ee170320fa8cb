import {
  DEFAULT_LOG_LINES,
  logContext,
  logContextSearch,
  logDownload,
  logHistogram,
  logHistogramSearch,
  logPlaces,
  logResults,
  logSearch,
} from '@binnacle/contract/logs'
import { parseLogQuery } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import { LineStream, lineStreamAnswer } from '../../../platform/http/lines.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { contextOf } from './context.ts'
import { downloadLines } from './download.ts'
import type { LogDependencies } from './entry.ts'
import { histogramOf } from './histogram.ts'
import { type FindPlace, placesFor } from './place.ts'
import { answerOf, searchLines } from './search.ts'
import { tailLines } from './tail.ts'
import { watchRights } from './rights-of-tail.ts'
import { readWindow } from './window.ts'

/** Logs of components are read with the components; a log backend itself asks for its own right as well. */
const access = { resource: 'topologies', action: 'read' } as const

/** Parts of a histogram that does not say how many. */
const USUAL_PARTS = 60
const USUAL_CONTEXT = 20
/** Tails at once: of a person, and in a process. */
const MOST_OWN_TAILS = 6
const MOST_TAILS = 60

const textQuery = z.object({
  id: z.uuid().optional(),
  name: z.string().max(1_000).optional(),
  backend: z.uuid().optional(),
  query: z.string().max(2_000).optional(),
})

/** Counts the tails of people. @returns what ends one */
function createTailCount() {
  const own = new Map<string, number>()
  let all = 0
  return (actor: Actor): (() => void) => {
    const who = actor.personId ?? ''
    const count = own.get(who) ?? 0
    if (count >= MOST_OWN_TAILS)
      throw new RequestError('ERATELIMITED', `You follow ${MOST_OWN_TAILS} logs already; pause one of them`)
    if (all >= MOST_TAILS)
      throw new RequestError('ERATELIMITED', 'Too many logs are followed; try again later')
    own.set(who, count + 1)
    all += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (own.get(who) ?? 1) - 1
      if (left === 0) own.delete(who)
      else own.set(who, left)
      all -= 1
    }
  }
}

/** Starts a stream, so that what is wrong with its request is an error and no broken file. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next()
  return (async function* all() {
    if (first.done === true) return
    yield first.value
    yield* pieces
  })()
}

const fileName = (title: string, format: 'text' | 'json', now: Date) =>
  `${title.replaceAll(/[^\w.-]+/gu, '-')}-${now.toISOString().slice(0, 19).replaceAll(':', '')}.${format === 'json' ? 'jsonl' : 'log'}`

/** The routes that read log lines. */
export function logRoutes(dependencies: LogDependencies, findPlace: FindPlace): Route[] {
  const { clock, pool } = dependencies
  const takeTail = createTailCount()
  return [
    defineRoute({
      method: 'GET',
      path: '/logs/places',
      summary: 'Components with logs, log backends, and the log selectors of a component',
      access,
      query: z.object({ search: z.string().max(200).optional(), id: z.uuid().optional() }),
      answer: logPlaces,
      handle: ({ query: { search = '', id }, actor }) => placesFor(dependencies, { search, id }, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/logs',
      summary: 'Lines of a log selector of a component, or of a log backend, the newest first',
      access,
      work: 'search',
      body: logSearch,
      answer: logResults,
      handle: async ({
        body: { query, start, end, limit = DEFAULT_LOG_LINES, cursor, ...wanted },
        actor,
        signal,
      }) => {
        const place = await findPlace(wanted, actor)
        const window = readWindow({ start, end }, clock.now())
        const filter = parseLogQuery(query ?? '')
        return answerOf(
          await searchLines(
            place,
            { filter, window, limit, direction: 'backward', cursor, signal },
            dependencies,
          ),
        )
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/context',
      summary: 'Lines around a line',
      access,
      work: 'search',
      body: logContextSearch,
      answer: logContext,
      handle: async ({
        body: { line, before = USUAL_CONTEXT, after = USUAL_CONTEXT, ...wanted },
        actor,
        signal,
      }) => contextOf(await findPlace(wanted, actor), { line, before, after, signal }, dependencies),
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/histogram',
      summary: 'Counts of lines over time',
      access,
      work: 'search',
      body: logHistogramSearch,
      answer: logHistogram,
      handle: async ({
        body: { query, start, end, parts: count = USUAL_PARTS, ...wanted },
        actor,
        signal,
      }) => {
        const place = await findPlace(wanted, actor)
        const window = readWindow({ start, end }, clock.now())
        return histogramOf(
          place,
          { filter: parseLogQuery(query ?? ''), window, parts: count, signal },
          dependencies,
        )
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/download',
      summary: 'The same lines as a file: text, or JSON lines',
      access,
      work: 'search',
      body: logDownload,
      answer: lineStreamAnswer,
      handle: async ({ body: { query, start, end, format, ...wanted }, actor, signal }) => {
        const place = await findPlace(wanted, actor)
        const now = clock.now()
        const window = readWindow({ start, end }, now)
        await audit(pool, actor, {
          action: 'download',
          resource: 'logging_backends',
          id: wanted.backend ?? wanted.id ?? '',
          name: place.title,
        })
        const pieces = downloadLines(
          place,
          { filter: parseLogQuery(query ?? ''), window, format, signal },
          dependencies,
        )
        return new LineStream(await begun(pieces), fileName(place.title, format, now))
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/logs/tail',
      summary: 'New lines as they are written, as one JSON text a line',
      access,
      query: textQuery,
      answer: lineStreamAnswer,
      handle: async ({ query: { query, ...wanted }, actor, signal, renew }) => {
        const place = await findPlace(wanted, actor)
        const leave = takeTail(actor)
        const rights = watchRights(place, { wanted, actor, renew }, { ...dependencies, findPlace })
        const end = () => {
          leave()
          rights.stop()
        }
        // A client may leave before it has read anything.
        signal.addEventListener('abort', end, { once: true })
        const both = AbortSignal.any([signal, rights.signal])
        async function* messages(): AsyncGenerator<string> {
          try {
            // Tells the reader at once that it follows.
            yield `${JSON.stringify({ kind: 'beat' })}\n`
            for await (const message of tailLines(place, parseLogQuery(query ?? ''), dependencies, both)) {
              if (rights.signal.aborted) break
              yield `${JSON.stringify(message)}\n`
            }
            if (rights.signal.aborted) yield `${JSON.stringify({ kind: 'end', message: rights.reason() })}\n`
          } finally {
            end()
          }
        }
        return new LineStream(await begun(messages()))
      },
    }),
  ]
}
