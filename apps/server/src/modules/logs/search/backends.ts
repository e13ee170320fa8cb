import { fail, type Result, succeed } from '@binnacle/contract/core'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { LogBackendParser, ParsedLogBackend } from '../spec/backend.ts'
import type { LogDependencies } from './entry.ts'

/** A stored log backend that can be asked. */
export interface OpenLogBackend {
  id: string
  name: string
  spec: ParsedLogBackend
}

interface StoredBackend {
  id: string
  name: string
  revision: string
  spec: Record<string, unknown>
}

/** Reads the stored log backends. */
export interface LogBackends {
  /** All of them by name, and sentences about those that cannot be read. */
  all(): Promise<{ backends: OpenLogBackend[]; problems: string[] }>
  /** The backend with this id; undefined if missing. */
  find(id: string): Promise<Result<OpenLogBackend, string> | undefined>
}

const query = `select id, name, revision, spec from core.logging_backends where deleted_at is null`

/** Makes what reads log backends. It keeps parsed specs until they are saved again. */
export function createLogBackends(
  { pool, secrets }: Pick<LogDependencies, 'pool' | 'secrets'>,
  parser: LogBackendParser,
): LogBackends {
  const cache = new Map<string, { revision: string; parsed: Result<ParsedLogBackend, string> }>()

  async function open({ id, name, revision, spec }: StoredBackend): Promise<Result<OpenLogBackend, string>> {
    const known = cache.get(id)
    const parsed = known?.revision === revision ? known.parsed : await openSpec(parser, secrets, spec)
    cache.set(id, { revision, parsed })
    return parsed.ok ? succeed({ id, name, spec: parsed.value }) : fail(`${name}: ${parsed.failure}`)
  }

  return {
    async all() {
      const { rows } = await pool.query<StoredBackend>(`${query} order by name`)
      const present = new Set(rows.map(({ id }) => id))
      for (const id of cache.keys()) if (!present.has(id)) cache.delete(id)
      const opened = await Promise.all(rows.map(open))
      return {
        backends: opened.flatMap((one) => (one.ok ? [one.value] : [])),
        problems: opened.flatMap((one) => (one.ok ? [] : [one.failure])),
      }
    },
    async find(id) {
      const { rows } = await pool.query<StoredBackend>(`${query} and id = $1`, [id])
      const [row] = rows
      return row === undefined ? undefined : open(row)
    },
  }
}
