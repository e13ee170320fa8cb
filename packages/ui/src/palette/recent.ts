import { readStored, writeStored } from '../utilities/storage.ts'

/** Choices that are remembered. */
const RECENT_LIMIT = 5

/** The ids stored under a key, the last one chosen first; none if what is stored is not a list of texts. */
export function readRecent(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, RECENT_LIMIT) : []
  } catch {
    return []
  }
}

/** Puts an id first among those remembered. */
export function rememberRecent(key: string, id: string): void {
  const ids = [id, ...readRecent(key).filter((other) => other !== id)].slice(0, RECENT_LIMIT)
  writeStored(key, JSON.stringify(ids))
}
