import {
  isRecord,
  type Json,
  parseBoundedJson,
  type RunContext,
  type WorkerTask,
} from '@binnacle/plugin-kit/core'
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

/** Lines that this thread reads before others get a turn. */
export const LINES_OF_A_TURN = 100
/** Characters of the longest line that is read as a document in this thread. */
const LONGEST_HERE = 65_536
/** Most values of a longer one, a key counting as four, which a worker reads. */
const MOST_WORK = 2_000_000

const readTextLine = (text: string, near: number): ReadLine => {
  const level = levelOf(text)
  return { message: text, time: timeOfLine(text, near), labels: level === undefined ? {} : { level } }
}

const looksLikeDocument = (text: string) => text.startsWith('{') && text.trimEnd().endsWith('}')

function readDocument(text: string, mostWork?: number): ReadLine | undefined {
  const parsed = parseBoundedJson(text, mostWork)
  return parsed.ok && isJsonRecord(parsed.value) ? lineOfDocument(parsed.value) : undefined
}

function isJsonRecord(value: Json): value is Record<string, Json> {
  return isRecord(value)
}

/**
 * Reads a line: a document in JSON, or text with a time at its start. A long one is text.
 * @param near a time near it, in milliseconds
 */
export function readLine(text: string, near: number): ReadLine {
  const document = text.length <= LONGEST_HERE && looksLikeDocument(text) ? readDocument(text) : undefined
  return document ?? readTextLine(text, near)
}

/** A line, and a time near it in milliseconds. */
interface LongLine {
  text: string
  near: number
}

/** Reads a line of any length. For workers only. */
export function readLongLine({ text, near }: LongLine): ReadLine {
  return (looksLikeDocument(text) ? readDocument(text, MOST_WORK) : undefined) ?? readTextLine(text, near)
}

const longLineTask: WorkerTask<LongLine, ReadLine> = {
  module: new URL('fields.ts', import.meta.url),
  name: 'readLongLine',
  milliseconds: 5_000,
}

/** Reads a line. A long document is parsed where it holds up nobody; one that takes too long is text. */
export async function readLineOf(
  text: string,
  near: number,
  { work }: Pick<RunContext, 'work'>,
): Promise<ReadLine> {
  if (text.length <= LONGEST_HERE || !looksLikeDocument(text)) return readLine(text, near)
  const read = await work(longLineTask, { text, near })
  return read.ok ? read.value : readTextLine(text, near)
}
