import { dirname } from 'node:path'
import { disabledFeatures, type Feature } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { readRegularText } from '../../platform/files/index.ts'
import type { Flags } from '../../platform/access/flags.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Live } from '../../platform/live/index.ts'
import { signal } from '../../platform/live/signal.ts'
import type { Log } from '../../platform/log.ts'
import { watchPaths } from '../../platform/watch.ts'
import { type LocalProperties, parseProperties } from './file.ts'

export interface PropertyStoreOptions {
  pool: Pool
  live: Live
  clock: Clock
  log: Log
  /** File of local properties. */
  file: string | undefined
  /** Properties that stand above all others, those of the file included. */
  fixed: LocalProperties
}

/** The properties in force, as this process knows them. */
export interface PropertyStore {
  local(): LocalProperties
  /** The value in force; undefined for a property that nobody set. */
  value(name: string): string | undefined
  flags: Flags
  close(): Promise<void>
}

/** Bytes of a file of properties. */
const LARGEST_FILE = 1_048_576

/**
 * Keeps the properties of the database and of the local file at hand, so that asking for one costs nothing. A local
 * property hides one of the database with the same name.
 */
export async function openPropertyStore(options: PropertyStoreOptions): Promise<PropertyStore> {
  const { pool, live, clock, log, file, fixed } = options
  let local = fixed
  let stored: ReadonlyMap<string, string> = new Map()
  let inForce: ReadonlyMap<string, string> = new Map()
  let disabled: ReadonlySet<Feature> = new Set()

  function merge(): void {
    inForce = new Map([...stored, ...local])
    disabled = disabledFeatures([...inForce].map(([name, value]) => ({ name, value })))
  }

  async function load(): Promise<void> {
    const rows = await tablesOn(pool).selectFrom('core.properties').select(['name', 'value']).execute()
    stored = new Map(rows.map(({ name, value }) => [name, value]))
    merge()
  }

  let seen: string | undefined
  /** What is the same as at the last look is neither read nor complained about again. */
  const isNews = (text: string): boolean => {
    const news = text !== seen
    seen = text
    return news
  }

  async function readLocal(path: string): Promise<void> {
    const text = await readRegularText(path, LARGEST_FILE).catch((error: unknown) => {
      const reason = String(error)
      if (isNews(reason)) log.warn({ path, reason }, 'the file of properties cannot be read')
      return undefined
    })
    if (text === undefined || !isNews(text)) return
    const read = parseProperties(text)
    if (!read.ok) {
      // The last valid ones stay in force.
      for (const { line, path: field, message } of read.failure)
        log.error(`${path}:${line ?? 1}: ${field === '' ? '' : `${field}: `}${message}`)
      return
    }
    local = new Map([...read.value, ...fixed])
    merge()
    log.info({ path, properties: read.value.size }, 'read the file of properties')
    // Every process hears of it, reads its own file, and tells its readers.
    await signal(pool, 'properties')
  }

  let loading = load()
  await loading
  const watching =
    file === undefined
      ? undefined
      : await watchPaths({
          // Editors put a new file in the place of the old one, which only the folder tells.
          paths: [dirname(file)],
          recursive: false,
          clock,
          look: () => readLocal(file),
          onError: (error) => log.error({ err: error }, 'the file of properties could not be read'),
        })
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'change' && event.change.topic !== 'properties') return
    loading = loading
      .then(load)
      .catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'the properties could not be read again'),
      )
  })
  return {
    local: () => local,
    value: (name) => inForce.get(name),
    flags: { disabled: (feature) => disabled.has(feature), settled: () => loading },
    async close() {
      unsubscribe()
      await watching?.stop()
    },
  }
}
