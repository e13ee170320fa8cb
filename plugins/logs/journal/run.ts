import { fail, succeed } from '@binnacle/contract/core'
import { isRecord, parseJson, type RunContext } from '@binnacle/plugin-kit/core'
import {
  cleanMessage,
  type LogLine,
  type LogQuery,
  matchesFilter,
  type OpenLogs,
} from '@binnacle/plugin-kit/logs'
import type { JournalSpec } from './spec.ts'

/** Most bytes that journalctl may print. */
const MOST_OUTPUT = 33_554_432
/** The same for the oldest entries, of which it prints all. */
const MOST_FORWARD = 4_194_304
/** Entries that are read for each line that is wanted, because words and labels are compared here. */
const READ_FOR_EACH = 20
const MOST_ENTRIES = 20_000

/** Names of the priorities of syslog (RFC 5424, section 6.2.1), in the words of other logs. */
const levels = ['fatal', 'fatal', 'fatal', 'error', 'warn', 'info', 'info', 'debug']

/** Fields of the journal and the labels that they become: systemd.journal-fields(7). */
const fields: Readonly<Record<string, string>> = {
  _SYSTEMD_UNIT: 'unit',
  SYSLOG_IDENTIFIER: 'identifier',
  _HOSTNAME: 'host',
  _PID: 'pid',
  _TRANSPORT: 'transport',
  CONTAINER_NAME: 'container',
}

/** The value of a field: a text, or bytes where it is no text ("Journal Export Formats" of systemd). */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return undefined
  if (value.every((part) => typeof part === 'number')) return Buffer.from(value).toString('utf8')
  return textOf(value[0])
}

/** Reads one line of `journalctl --output=json`. */
async function lineOf(text: string, context: Pick<RunContext, 'work'>): Promise<LogLine | undefined> {
  const parsed = await parseJson(text, context)
  if (!parsed.ok || !isRecord(parsed.value)) return undefined
  const entry = parsed.value
  const time = Number(textOf(entry['__REALTIME_TIMESTAMP'])) / 1_000
  const id = textOf(entry['__CURSOR'])
  if (Number.isNaN(time) || id === undefined) return undefined
  const labels: Record<string, string> = {}
  for (const [field, label] of Object.entries(fields)) {
    const value = textOf(entry[field])
    if (value !== undefined) labels[label] = value
  }
  const level = levels[Number(textOf(entry['PRIORITY']))]
  if (level !== undefined) labels['level'] = level
  // The cursor is long, and the parts after the boot name the same entry.
  return {
    id: id.split(';t=', 1)[0] ?? id,
    time,
    message: cleanMessage(textOf(entry['MESSAGE']) ?? ''),
    labels,
  }
}

const seconds = (time: Date) => `@${(time.getTime() / 1_000).toFixed(3)}`

function argumentsFor(
  spec: JournalSpec,
  { filter, from, to, direction }: LogQuery,
  entries: number,
): string[] {
  const wanted = (label: string) =>
    filter.labels.filter(({ name, isExcluded }) => name === label && !isExcluded).map(({ value }) => value)
  return [
    '--output=json',
    '--no-pager',
    '--quiet',
    '--utc',
    // By default journalctl leaves out fields of more than 4096 bytes.
    '--all',
    `--since=${seconds(from)}`,
    `--until=${seconds(to)}`,
    // journalctl before 255 cannot end at the first entries; its output is cut instead.
    ...(direction === 'backward' ? ['--reverse', `--lines=${entries}`] : []),
    ...(spec.directory === undefined ? [] : [`--directory=${spec.directory}`]),
    ...(spec.priority === undefined ? [] : [`--priority=${spec.priority}`]),
    ...(spec.units ?? []).map((unit) => `--unit=${unit}`),
    ...(spec.identifiers ?? []).map((identifier) => `--identifier=${identifier}`),
    ...wanted('host').map((host) => `_HOSTNAME=${host}`),
  ]
}

export const open: OpenLogs<JournalSpec> = (spec, context) => ({
  async search(query) {
    const { filter, limit } = query
    const isFiltered = filter.contains.length + filter.excludes.length + filter.labels.length > 0
    const entries = Math.min(MOST_ENTRIES, isFiltered ? limit * READ_FOR_EACH : limit)
    const isForward = query.direction === 'forward'
    const { directory } = spec
    // journalctl reads any folder that the product may read; people name only those that the operator allows.
    const folder =
      directory === undefined ? undefined : await context.files.stat(directory, { signal: context.signal })
    if (folder?.ok === false) return fail(`${directory}: ${folder.failure.message}`)
    const ran = await context.commands.run({
      file: 'journalctl',
      arguments: argumentsFor(spec, query, entries),
      signal: context.signal,
      maxOutputBytes: isForward ? MOST_FORWARD : MOST_OUTPUT,
      privileged: true,
    })
    const isEnough = !ran.ok && isForward && ran.failure.code === 'flood'
    if (!ran.ok && !isEnough)
      return fail(
        ran.failure.code === 'missing'
          ? 'the program journalctl is not on this machine'
          : `journalctl: ${ran.failure.message}`,
      )
    const { exitCode, stdout, stderr } = ran.ok ? ran.value : { ...ran.failure, exitCode: 0 }
    const line = stderr.trim().split('\n')[0] ?? ''
    // It ends with 1 where no entry fits.
    if (exitCode !== 0 && line !== '') return fail(`journalctl: ${line}`)
    const read: (LogLine | undefined)[] = []
    for (const text of stdout.split('\n')) if (text !== '') read.push(await lineOf(text, context))
    const known = read.flatMap((line) => (line === undefined ? [] : [line]))
    const lines = known.filter((line) => matchesFilter(filter, line))
    const isCut = isFiltered && read.length >= entries && lines.length < limit
    const notes = isCut
      ? [
          `only ${read.length.toLocaleString('en')} entries of the journal were compared; choose a shorter time`,
        ]
      : []
    return succeed({ lines: lines.slice(0, limit), isWhole: true, notes })
  },
})
