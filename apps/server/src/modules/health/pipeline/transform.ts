import { fail, type Result, succeed } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import {
  metricLabelName,
  metricName,
  metricTypes,
  transformDeleteStrategies,
} from '@binnacle/plugin-kit/checks'
import { isRecord, type Json, parseBoundedJson } from '@binnacle/plugin-kit/core'
import { type ScriptOutput, weightOf } from '@binnacle/scripting'
import { z } from 'zod'

/** Most transformed checks of one run. */
export const MOST_TRANSFORMED = 1_000

/** Most values of a transform, where 16 characters of text count as one: enough for a thousand checks. */
const MOST_WEIGHT = 100_000

/** Not validated: the output of a script is always JSON, and validating it takes long. */
const json = z.custom<Json>((value) => value !== undefined)

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const texts = z.record(z.string(), text)

/** Milliseconds, or a duration as text. */
const duration = z.union([
  z.number().min(0),
  z
    .string()
    .max(1_024, { abort: true })
    .transform((written, context) => {
      const parsed = parseDuration(written)
      if (parsed.ok) return parsed.value
      context.issues.push({ code: 'custom', message: parsed.failure, input: written })
      return z.NEVER
    }),
])

const sample = z.object({
  name: metricName,
  type: z.enum(metricTypes).default('gauge'),
  value: z.coerce.number(),
  labels: z
    .union([z.record(metricLabelName, text), z.array(z.object({ name: metricLabelName, value: text }))])
    .transform((labels): Record<string, string> =>
      Array.isArray(labels) ? Object.fromEntries(labels.map(({ name, value }) => [name, value])) : labels,
    )
    .default({}),
})

const given = z.object({
  name: text.optional(),
  namespace: text.optional(),
  type: text.optional(),
  icon: text.optional(),
  endpoint: text.optional(),
  description: text.optional(),
  labels: texts.optional(),
  start: text.optional(),
  pass: z.boolean().optional(),
  invalid: z.boolean().optional(),
  message: text.optional(),
  error: text.optional(),
  duration: duration.optional(),
  detail: json.optional(),
  data: z.record(z.string(), json).optional(),
  metrics: z.array(sample).max(20).optional(),
  deletedAt: text.optional(),
  transformDeleteStrategy: z.enum(transformDeleteStrategies).optional(),
})
/** One object of the output of a transform. */
export type TransformObject = z.output<typeof given>

/** The output of a transform: at most one object for the check itself, and objects with other names. */
export interface TransformOutput {
  patch: TransformObject | undefined
  named: (TransformObject & { name: string })[]
}

/** The output of a script as a value. A text is parsed as JSON. */
function valueOf({ value, text: printed }: ScriptOutput): Result<unknown, string> {
  if (value === null || value === '' || printed.trim() === '') return succeed(null)
  if (typeof value !== 'string') return succeed(value)
  const parsed = parseBoundedJson(value)
  return parsed.ok ? parsed : fail(`what it gives ${parsed.failure.message}`)
}

/** Removes null, which means no value, as in the JSON of Go programs. */
function withoutNulls(value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
    : value
}

/** Validates a value. @returns undefined if it is nested too deeply for the schema */
function parseGiven(value: unknown) {
  try {
    return given.safeParse(withoutNulls(value))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readObject(value: unknown, place: string): Result<TransformObject, string> {
  const parsed = parseGiven(value)
  if (parsed === undefined) return fail(`${place} is nested too deep`)
  if (parsed.success) return succeed(parsed.data)
  const issue = parsed.error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  return fail(`${place}${field === '' ? '' : `.${field}`}: ${issue?.message ?? 'not valid'}`)
}

function isNamed(object: TransformObject, checkName: string): object is TransformObject & { name: string } {
  return object.name !== undefined && object.name !== '' && object.name !== checkName
}

/**
 * Parses the output of a transform.
 * @returns the parsed output, or why it is invalid
 */
export function readTransform(output: ScriptOutput, checkName: string): Result<TransformOutput, string> {
  const value = valueOf(output)
  if (!value.ok) return value
  if (weightOf(value.value, MOST_WEIGHT) > MOST_WEIGHT)
    return fail(`it gives more than ${MOST_WEIGHT} values, 16 characters of a text counting as one`)
  const list = Array.isArray(value.value) ? value.value : value.value === null ? [] : [value.value]
  if (list.length > MOST_TRANSFORMED)
    return fail(`it gives ${list.length} objects; the most is ${MOST_TRANSFORMED}`)
  const patches: TransformObject[] = []
  const named: (TransformObject & { name: string })[] = []
  for (const [index, item] of list.entries()) {
    if (!isRecord(item)) return fail('it must give an object or a list of objects')
    const object = readObject(item, Array.isArray(value.value) ? `[${index}]` : 'the object')
    if (!object.ok) return object
    if (isNamed(object.value, checkName)) named.push(object.value)
    else patches.push(object.value)
  }
  if (patches.length > 1)
    return fail(`${patches.length} of the objects have no name; only one may be without`)
  return succeed({ patch: patches[0], named })
}

/** A detail with this name removes all details. */
const DELETE = '$delete'

/** The details of an object, which replace those of the run. */
export function detailsOf(
  { detail }: TransformObject,
  before: Readonly<Record<string, Json>> | undefined,
): Readonly<Record<string, Json>> | undefined {
  if (detail === undefined) return before
  if (detail === DELETE) return undefined
  return isJsonRecord(detail) ? detail : { results: detail }
}

function isJsonRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
