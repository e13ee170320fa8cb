import { createHmac } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** A revision of something, computed from its content without revealing it. */
export function revisionOf(secrets: Secrets, content: unknown): string {
  const hex = createHmac('sha256', secrets.keyFor('revisions')).update(JSON.stringify(content)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
