import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import { timeOfLine } from '@binnacle/plugin-kit/logs'

/** What a line says of itself. */
export interface ReadLine {
  message: string
  /** Milliseconds since 1970; undefined if it says no time. */
  time: number | undefined
  labels: Record<string, string>
}

const messageKeys = ['message', 'msg', 'log', 'event', 'text', 'MESSAGE']
const timeKeys = ['timestamp', '@timestamp', 'time', 'ts', 'date', 'datetime']
const MOST_FIELDS = 40
const SECONDS_BELOW = 1e11
const MICROSECONDS_ABOVE = 1e14

/** Names of the levels that pino, bunyan and others write as numbers. */
const numberedLevels: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** A time of a document: a number of seconds, milliseconds, micro- or nanoseconds, or a text. */
export function timeOfValue(value: unknown): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{9,19}(?:\.\d+)?$/u.test(value)
        ? Number(value)
        : undefined
  if (number !== undefined) {
    if (number < SECONDS_BELOW) return number * 1_000
    if (number < MICROSECONDS_ABOVE) return number
    return number < MICROSECONDS_ABOVE * 1_000 ? number / 1_000 : number / 1_000_000
  }
  if (typeof value !== 'string') return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The level that a line names near its start, in one spelling. */
function levelOf(message: string): string | undefined {
  const found =
    /\b(?:(?<fatal>FATAL|CRITICAL|CRIT|PANIC|EMERG)|(?<error>ERROR|ERR)|(?<warn>WARNING|WARN)|(?<info>INFO|NOTICE)|(?<debug>DEBUG)|(?<trace>TRACE))\b/u.exec(
      message.slice(0, 200),
    )
  return Object.entries(found?.groups ?? {}).find(([, text]) => text !== undefined)?.[0]
}

/** Makes message, time and labels of a document. Inner documents become labels with dots in their names. */
export function lineOfDocument(document: Readonly<Record<string, Json>>): ReadLine {
  const labels: Record<string, string> = {}
  const messageKey = messageKeys.find((key) => typeof document[key] === 'string')
  const timeKey = timeKeys.find((key) => timeOfValue(document[key]) !== undefined)
  let count = 0
  const add = (prefix: string, value: unknown, depth: number) => {
    if (count >= MOST_FIELDS || value === null || value === undefined || value === '') return
    if (isRecord(value) && depth < 3) {
      for (const [key, inner] of Object.entries(value)) add(`${prefix}.${key}`, inner, depth + 1)
      return
    }
    count += 1
    labels[prefix] = asText(value)
  }
  for (const [key, value] of Object.entries(document))
    if (key !== messageKey && key !== timeKey) add(key, value, 0)
  const level = labels['level'] ?? labels['severity']
  if (level !== undefined) labels['level'] = (numberedLevels[level] ?? level).toLowerCase()
  return {
    message: messageKey === undefined ? JSON.stringify(document) : asText(document[messageKey]),
    time: timeKey === undefined ? undefined : timeOfValue(document[timeKey]),
    labels,
  }
}

/**
 * Reads a line: a document in JSON, or text with a time at its start.
 * @param near a time near it, in milliseconds
 */
export function readLine(text: string, near: number): ReadLine {
  if (text.startsWith('{') && text.trimEnd().endsWith('}'))
    try {
      const document: unknown = JSON.parse(text)
      if (isRecord(document))
        return lineOfDocument(
          Object.fromEntries(Object.entries(document).map(([key, value]) => [key, asJson(value)])),
        )
    } catch {
      // A line that only looks like JSON is text.
    }
  const level = levelOf(text)
  return { message: text, time: timeOfLine(text, near), labels: level === undefined ? {} : { level } }
}

function asJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(asJson)
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]))
  return null
}
