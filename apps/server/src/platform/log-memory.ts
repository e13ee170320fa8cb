import { isRecord } from '@binnacle/contract/schema'
import { newId } from './ids.ts'

/** A line of the product's own log. */
interface RememberedLine {
  /** Counts up from 0. */
  number: number
  /** Milliseconds since 1970. */
  time: number
  message: string
  labels: Readonly<Record<string, string>>
}

/** The newest lines of the log of this process, so that people can read them in the product. */
export interface LogMemory {
  /** Unique id of this memory. */
  id: string
  /** Remembers a line as the log writes it: one JSON object. */
  add(line: string): void
  /** Lines after a number, the oldest first. */
  after(number: number): readonly RememberedLine[]
  /** Number of the newest line; -1 if missing. */
  readonly last: number
  /** Time of the oldest remembered line. */
  readonly oldest: number | undefined
  /** How many lines were forgotten. */
  readonly dropped: number
}

/** Most lines and characters that are remembered. */
const MOST_LINES = 10_000
const MOST_CHARACTERS = 4_000_000

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

function flat(prefix: string, value: unknown, into: Record<string, string>, depth = 0): void {
  if (value === null || value === undefined) return
  if (isRecord(value) && depth < 3)
    for (const [key, inner] of Object.entries(value)) flat(`${prefix}.${key}`, inner, into, depth + 1)
  else into[prefix] = typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed(line: string): Omit<RememberedLine, 'number'> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isRecord(value)) return undefined
    const { level, time, msg, ...rest } = value
    const labels: Record<string, string> = {}
    if (typeof level === 'number') labels['level'] = levels[level] ?? String(level)
    for (const [key, inner] of Object.entries(rest)) flat(key, inner, labels)
    const at = typeof time === 'string' ? Date.parse(time) : Number(time)
    return { time: at, message: typeof msg === 'string' ? msg : '', labels }
  } catch {
    return undefined
  }
}

function createLogMemory(): LogMemory {
  let lines: RememberedLine[] = []
  let sizes: number[] = []
  let characters = 0
  let next = 0
  return {
    id: newId(),
    add(line) {
      const read = parsed(line)
      if (read === undefined) return
      lines.push({ number: next, ...read })
      sizes.push(line.length)
      characters += line.length
      next += 1
      if (lines.length <= MOST_LINES * 1.1 && characters <= MOST_CHARACTERS * 1.1) return
      let first = Math.max(0, lines.length - MOST_LINES)
      characters = sizes.slice(first).reduce((sum, size) => sum + size, 0)
      while (characters > MOST_CHARACTERS && first < lines.length) {
        characters -= sizes[first] ?? 0
        first += 1
      }
      lines = lines.slice(first)
      sizes = sizes.slice(first)
    },
    after(number) {
      const oldest = lines[0]?.number ?? next
      return lines.slice(Math.max(0, number + 1 - oldest))
    },
    get last() {
      return next - 1
    },
    get oldest() {
      return lines[0]?.time
    },
    get dropped() {
      return next - lines.length
    },
  }
}

/** The memory of this process: a process has one log. */
export const ownLog: LogMemory = createLogMemory()
