import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, type Json, parseBoundedJson } from '@binnacle/plugin-kit/core'
import { readYaml } from '@binnacle/scripting/yaml/read'
import type { DocumentText } from './read.ts'
import { readProperties } from './properties.ts'

/** Most work of one JSON text here, where it holds up nobody: about two million values without keys. */
const MOST_WORK = 8_000_000

/** Most keys of one object: one with many takes much longer to hand over and to compare than a list of as many. */
const MOST_KEYS = 20_000

/** Whether any object in a value has too many keys. Its depth is bounded. */
function hasManyKeys(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasManyKeys)
  if (!isRecord(value)) return false
  const items: Json[] = Object.values(value)
  return items.length > MOST_KEYS || items.some(hasManyKeys)
}

/** A value of YAML as JSON: times and keys as texts. */
function asJson(value: unknown): Json {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number.isFinite(Number(value)) && typeof value === 'number' ? value : String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(asJson)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [String(key), asJson(item)]))
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]))
  return null
}

function yamlDocuments(text: string): Result<readonly Json[], string> {
  const documents = readYaml({ text })
  const [problem] = documents.flatMap(({ problems }) => problems)
  if (problem !== undefined)
    return fail(`is not YAML: ${problem.message} (line ${problem.line}, column ${problem.column})`)
  // A document between two lines of dashes may be empty.
  return succeed(documents.flatMap(({ value }) => (value === null ? [] : [asJson(value)])))
}

/** Reads the documents of a text in a worker. */
export function readDocuments({ text, format }: DocumentText): Result<readonly Json[], string> {
  if (format === 'yaml') return yamlDocuments(text)
  if (format === 'properties') return succeed([readProperties(text)])
  if (format === 'raw') return succeed([text])
  const parsed = parseBoundedJson(text, MOST_WORK)
  if (!parsed.ok) return fail(parsed.failure.message)
  return hasManyKeys(parsed.value)
    ? fail(`has an object with more than ${MOST_KEYS} keys`)
    : succeed([parsed.value])
}
