import * as z from 'zod/mini'

const texts = z.array(z.string())
const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  chain: texts,
})
export type Certificate = z.infer<typeof certificate>

/** What many types of checks leave of a run, under the names that they share. */
const known = {
  code: z.number(),
  exitCode: z.number(),
  reason: z.string(),
  address: z.string(),
  bytes: z.number(),
  timings: z.record(z.string(), z.number()),
  redirects: texts,
  certificate,
  headers: z.record(z.string(), z.string()),
  content: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  leftOut: texts,
}
const shape = z.partial(z.object(known))

/** The evidence of a run: what is known by name, and all the rest. */
export type Evidence = z.infer<typeof shape> & { rest: Readonly<Record<string, unknown>> }

const isKnown = (name: string): name is keyof typeof known => Object.hasOwn(known, name)

/** Sorts the evidence of a run. What does not look as its name promises is among the rest. */
export function readEvidence(details: unknown): Evidence {
  const found: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  const entries = typeof details === 'object' && details !== null ? Object.entries(details) : []
  for (const [name, value] of entries) {
    const fits = isKnown(name) && known[name].safeParse(value).success
    const place = fits ? found : rest
    place[name] = value
  }
  return { ...shape.parse(found), rest }
}

/** A part of a run with its share of the time. */
export interface Phase {
  name: string
  milliseconds: number
  /** Shares of the whole, from 0 to 1. */
  start: number
  length: number
}

/** Phases in the order in which they happen, which the database does not keep. */
const phaseWords: ReadonlyMap<string, string> = new Map([
  ['name', 'Name lookup'],
  ['connect', 'Connect'],
  ['tls', 'TLS handshake'],
  ['firstByte', 'Waiting'],
  ['transfer', 'Transfer'],
])
const phaseOrder = [...phaseWords.keys()]
/** Phases of other names come after those that every connection has. */
const placeOf = (name: string) => (phaseOrder.includes(name) ? phaseOrder.indexOf(name) : phaseOrder.length)

/** The phases of a run after one another, each with its share of their sum. */
export function phasesOf(timings: Readonly<Record<string, number>>): readonly Phase[] {
  const entries = Object.entries(timings).toSorted(([left], [right]) => placeOf(left) - placeOf(right))
  const total = entries.reduce((sum, [, milliseconds]) => sum + milliseconds, 0)
  let before = 0
  return entries.map(([name, milliseconds]) => {
    const start = total === 0 ? 0 : before / total
    before += milliseconds
    return {
      name: phaseWords.get(name) ?? name,
      milliseconds,
      start,
      length: total === 0 ? 0 : milliseconds / total,
    }
  })
}
