import * as z from 'zod/mini'
import { healths } from '../core/health.ts'

/** Kinds of things that fail, and that can be the cause. */
export const causeSubjectKinds = ['check', 'config', 'component'] as const
export type CauseSubjectKind = (typeof causeSubjectKinds)[number]

/** How far back changes are looked for where a request does not say, in hours. */
export const USUAL_CAUSE_HOURS = 24
/** Most hours of a request: changes are kept this long. */
export const MOST_CAUSE_HOURS = 24 * 90
/** Most causes of one answer. */
export const MOST_CAUSES = 20

const time = z.iso.datetime({ offset: true })
const text = z.nullable(z.string())
/** As of the time of the request; null where nothing says it. */
const health = z.nullable(z.enum(healths))
const named = { kind: z.enum(causeSubjectKinds), id: z.string(), name: z.string() }

/** A thing near the unhealthy one. */
const causeSubject = z.object({
  ...named,
  type: text,
  health,
})

/** A change or a failing thing that is likely to have caused the trouble, with what speaks for and against it. */
const likelyCause = z.object({
  /**
   * `failing`: something near is not well. `recovered`: it failed shortly before, and is well again. `change`: something near
   * changed. `unseen`: nobody can see how something is.
   */
  kind: z.enum(['failing', 'recovered', 'change', 'unseen']),
  /** Whether it explains the failure; else it is only possible. */
  level: z.enum(['likely', 'possible']),
  subject: causeSubject,
  /** When it changed, or since when it fails or is not seen; null where that is not known. */
  at: z.nullable(time),
  /** What the change or the failing thing says. */
  message: text,
  /** The change, of causes that are one. */
  change: z.nullable(
    z.object({
      /** Null for a deletion, which is no row of the changes. */
      id: text,
      type: z.string(),
      severity: text,
      by: text,
      /** How often it happened in the period. */
      count: z.number(),
    }),
  ),
  /** Steps in the graph from the unhealthy thing; 0 is the thing itself. */
  steps: z.number(),
  /** The way from the unhealthy thing to the cause, both included. */
  path: z.array(
    z.object({
      ...named,
      health,
      /** What it has to do with the thing before it, as a sentence; null for the first. */
      relation: text,
    }),
  ),
  /** Why it stands above the next cause, in one sentence; null for the last. */
  why: text,
  /** Failing things that it explains, and that are no causes therefore. */
  consequences: z.array(z.object({ ...named, text: z.string() })),
  /** What speaks for it and against it. The points of all add up to the score. */
  reasons: z.array(z.object({ text: z.string(), points: z.number() })),
  score: z.number(),
  /** Things with the same trouble at the same place, such as other pods and the check of a database. */
  others: z.array(z.object(named)),
})
export type LikelyCause = z.output<typeof likelyCause>

/** Answer of `GET /api/causes`: the likely causes of a thing's trouble, the most likely first. */
export const likelyCauses = z.object({
  subject: z.extend(causeSubject, {
    /** Since when it is not well; null where it is well, or nobody knows. */
    since: z.nullable(time),
  }),
  /** Causes are before this time: the begin of the trouble, or the time of the request if nothing is wrong. */
  before: time,
  /** Changes are looked for from this time on. */
  from: time,
  /** Whether one of the causes explains the failure. Else what explains it is not known, and they are only possible. */
  isKnown: z.boolean(),
  causes: z.array(likelyCause),
  /** Causes that the answer leaves out. */
  more: z.number(),
  /** Whether the graph was too large, or the database too slow, to look at all of it. */
  isPartial: z.boolean(),
})
export type LikelyCauses = z.output<typeof likelyCauses>
