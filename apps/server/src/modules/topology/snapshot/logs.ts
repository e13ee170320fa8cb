import { createHash } from 'node:crypto'
import type { Actor } from '../../../platform/access/actor.ts'
import type { ComponentLogs } from '../../logs/index.ts'
import { csvOf } from './csv.ts'
import type { ZipFile } from './zip.ts'

const columns = ['component_id', 'component', 'type', 'log', 'file', 'lines', 'problem'] as const

/** Characters of a part of a name of a file, and of its hash. */
const LONGEST_PART = 60
const HASH = 8

const plain = (text: string) => text.replaceAll(/[^\w.-]+/gu, '_').slice(0, LONGEST_PART)

/** The lines of a log as one JSON text. */
const arrayOf = (lines: string) => `[${lines.trimEnd().replaceAll('\n', ',\n')}]\n`

/** How the lines of logs are written in a snapshot. */
export type LogFormat = 'log' | 'json'

/**
 * The logs of components as files, and logs.csv, which lists them all and says which could not be read and why. There is
 * neither if no component has logs.
 */
export async function* logFiles(
  read: ComponentLogs,
  {
    format,
    ...request
  }: {
    components: readonly string[]
    actor: Actor
    from: Date
    to: Date
    format: LogFormat
    signal: AbortSignal
  },
): AsyncGenerator<ZipFile> {
  const rows: Record<(typeof columns)[number], unknown>[] = []
  for await (const log of read({ ...request, format: format === 'json' ? 'json' : 'text' })) {
    const { component, selector, lines, text, problem } = log
    const hash = createHash('sha256').update(`${component.id} ${selector}`).digest('hex').slice(0, HASH)
    const file =
      text === ''
        ? undefined
        : `logs-${plain(component.type ?? 'component')}-${plain(component.name)}-${hash}.${format}`
    rows.push({
      component_id: component.id,
      component: component.name,
      type: component.type,
      log: selector,
      file,
      lines,
      problem,
    })
    if (file !== undefined) yield { name: file, content: [format === 'json' ? arrayOf(text) : text] }
  }
  if (rows.length > 0) yield { name: 'logs.csv', content: csvOf({ columns, rows }) }
}
