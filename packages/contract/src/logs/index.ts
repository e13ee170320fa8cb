import * as z from 'zod/mini'

export * from './filter.ts'

const time = z.iso.datetime({ offset: true })

/** Lines that a search gives if it does not say how many, and at most. */
export const DEFAULT_LOG_LINES = 500
export const MOST_LOG_LINES = 5_000
/** Lines of a download at most. */
export const MOST_DOWNLOADED_LINES = 100_000

/** The range of time that the logs page shows at first. */
export const DEFAULT_LOG_RANGE = '1h'

/** A line of a log. */
const logLine = z.object({
  /** The same in every answer. */
  id: z.string(),
  timestamp: time,
  message: z.string(),
  labels: z.record(z.string(), z.string()),
})
export type LogLine = z.output<typeof logLine>

const shortText = z.string().check(z.maxLength(1_000))
/** A time, or a length of time before now, such as 15m. */
const moment = z.string().check(z.maxLength(64))

/** Which lines: those of a log selector of a component, or of a log backend. */
const logPlace = {
  /** Id of the component. */
  id: z.optional(z.uuid('is not an id')),
  /** Name of its log selector. Default: the first. */
  name: z.optional(shortText),
  /** Id of a log backend, in the place of a component. */
  backend: z.optional(z.uuid('is not an id')),
}

const logWindow = {
  /** Words, "quoted texts", -without, label=value and label!=value. */
  query: z.optional(z.string().check(z.maxLength(2_000))),
  /** Default: an hour before the end. */
  start: z.optional(moment),
  /** Default: now. */
  end: z.optional(moment),
}

/** A search for lines. Source: LOG-016. */
export const logSearch = z.object({
  ...logPlace,
  ...logWindow,
  limit: z.optional(z.int().check(z.gte(1), z.lte(MOST_LOG_LINES))),
  /** Where the page before ended. */
  cursor: z.optional(z.string().check(z.maxLength(400_000))),
})

/** Lines that a search found, the newest first. */
export const logResults = z.object({
  /** Lines that are known to fit. There may be more where there is a cursor. */
  total: z.number(),
  results: z.array(logLine),
  /** Asks for the lines before these; null if missing. */
  cursor: z.nullable(z.string()),
  /** What people should know, such as a file that could not be read. */
  notes: z.array(z.string()),
})
export type LogResults = z.output<typeof logResults>

/** A search for the lines around a line. */
export const logContextSearch = z.object({
  ...logPlace,
  line: logLine,
  before: z.optional(z.int().check(z.gte(0), z.lte(500))),
  after: z.optional(z.int().check(z.gte(0), z.lte(500))),
})
export type LogContextSearch = z.input<typeof logContextSearch>

/** The lines around a line, the oldest first. */
export const logContext = z.object({
  /** The line itself; null if it is not found any more. */
  line: z.nullable(logLine),
  before: z.array(logLine),
  after: z.array(logLine),
  notes: z.array(z.string()),
})
export type LogContext = z.output<typeof logContext>

/** Counts lines over time. */
export const logHistogramSearch = z.object({
  ...logPlace,
  ...logWindow,
  parts: z.optional(z.int().check(z.gte(1), z.lte(200))),
})

/** Counts of equal parts of a range of time. */
export const logHistogram = z.object({
  start: time,
  end: time,
  counts: z.array(z.number()),
  /** Lines before this time were not counted, because they are too many; null if all were. */
  counted_from: z.nullable(time),
  notes: z.array(z.string()),
})
export type LogHistogram = z.output<typeof logHistogram>

/** Downloads lines as a file. */
export const logDownload = z.object({ ...logPlace, ...logWindow, format: z.enum(['text', 'json']) })

/** A message of a tail, one a line. */
export const logTailMessage = z.discriminatedUnion('kind', [
  /** `dropped`: lines that came too fast for this reader before these. */
  z.object({ kind: z.literal('lines'), lines: z.array(logLine), dropped: z.number() }),
  z.object({ kind: z.literal('problem'), message: z.string() }),
  z.object({ kind: z.literal('beat') }),
  /** The tail ends; a client that wants more opens another one. */
  z.object({ kind: z.literal('end'), message: z.string() }),
])
export type LogTailMessage = z.output<typeof logTailMessage>

/** Where people can look for logs, and what they look at. */
export const logPlaces = z.object({
  /** Components with logs, by name; those that a search finds. */
  components: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      type: z.nullable(z.string()),
      namespace: z.nullable(z.string()),
    }),
  ),
  /** Log backends, for those who may read them. */
  backends: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The component that was asked for, with the names of its log selectors. */
  component: z.nullable(z.object({ id: z.uuid(), name: z.string(), selectors: z.array(z.string()) })),
})
export type LogPlaces = z.output<typeof logPlaces>

/** A component with logs, and the names of its log selectors. */
export const logSelector = z.object({
  name: z.string(),
  type: z.optional(z.nullable(z.string())),
  labels: z.optional(z.nullable(z.record(z.string(), z.string()))),
})
export type LogSelector = z.output<typeof logSelector>

/** Who reads a log backend besides administrators. */
const logReaders = z.object({
  roles: z.array(z.string()),
  teams: z.array(z.object({ id: z.uuid(), name: z.string() })),
  people: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) })),
})
export type LogReaders = z.output<typeof logReaders>

/** A log backend for its editor. Secrets in the spec are masked. */
export const editableLogBackend = z.object({
  id: z.uuid(),
  name: z.string(),
  labels: z.nullable(z.record(z.string(), z.string())),
  /** UI or system; null if an API client created it without naming a source. */
  source: z.nullable(z.string()),
  spec: z.record(z.string(), z.unknown()),
  /** The spec as YAML with masked secrets. */
  text: z.string(),
  /** Null for everybody who reads logs. */
  readers: z.nullable(logReaders),
  /** Changes with each save; a client sends it back. */
  revision: z.guid(),
  agent_id: z.uuid(),
  created_by: z.nullable(z.uuid()),
  created_at: time,
  updated_at: time,
})
export type EditableLogBackend = z.output<typeof editableLogBackend>

/** How a test of a draft went, entry by entry. */
export const logBackendTest = z.object({
  entries: z.array(
    z.object({
      /** Such as `loki[0]`. */
      place: z.string(),
      /** Why it does not work; null if it does. */
      error: z.nullable(z.string()),
      notes: z.array(z.string()),
      lines: z.array(logLine),
      milliseconds: z.number(),
    }),
  ),
})
export type LogBackendTest = z.output<typeof logBackendTest>
