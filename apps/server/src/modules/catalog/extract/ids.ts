import { createHash } from 'node:crypto'
import { isUuid } from '@binnacle/contract/core'
import type { ScraperIdentity } from '../store/input.ts'

/** Namespace of the ids of items. Never changes, or every item would be another one. */
const NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** A UUID of version 5 of a name. Source: RFC 9562. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * The id of an item. A UUID of its source is taken as it is; other ids are unique in their agent, scraper and type only, so
 * the id is made of all of them.
 */
export function itemId({ agentId, id }: ScraperIdentity, type: string, externalId: string): string {
  return isUuid(externalId)
    ? externalId.toLowerCase()
    : uuidOf(JSON.stringify([agentId, id, type, externalId]))
}
