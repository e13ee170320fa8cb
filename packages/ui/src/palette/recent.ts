import { readStored, writeStored } from '../utilities/storage.ts'

/** Maximum number of stored choices. */
const RECENT_LIMIT = 5

/** Returns the ids stored under a key, newest first; empty if the stored value is not a list of texts. */
export function readRecent(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, RECENT_LIMIT) : []
  } catch {
    return []
  }
}

/** Stores an id as the newest choice. */
export function rememberRecent(key: string, id: string): void {
  const ids = [id, ...readRecent(key).filter((other) => other !== id)].slice(0, RECENT_LIMIT)
  writeStored(key, JSON.stringify(ids))
}
