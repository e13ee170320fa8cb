import { REQUIRED } from '../core/index.ts'
import * as z from 'zod/mini'

/** Types of connections whose server a change feed can send to. */
export const feedConnectionTypes = ['http', 'generic_webhook', 'webhook'] as const

/** Where a new change feed begins: with the next change, or with the oldest one that is kept. */
export const feedStarts = ['next', 'oldest'] as const
export type FeedStart = (typeof feedStarts)[number]

const pattern = z
  .string()
  .check(z.trim(), z.minLength(1, 'is empty'), z.maxLength(200, 'has more than 200 characters'))

const patterns = (things: string) =>
  z._default(z.array(pattern).check(z.maxLength(50, `has more than 50 ${things}`)), [])

/** Changes of the catalog that are sent to a server. */
export const changeFeed = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(100, 'has more than 100 characters')),
  /** Id of the connection with the address and the account. */
  connection_id: z.guid('Choose a connection'),
  /** Patterns of the types of items, such as `AWS::*` or `!Kubernetes::Pod`. Empty for all. */
  config_types: patterns('types'),
  /** Patterns of the types of changes. Empty for all. */
  change_types: patterns('types'),
  enabled: z._default(z.boolean(), true),
})
export type ChangeFeed = z.output<typeof changeFeed>

/** A change feed that is added. */
export const newChangeFeed = z.extend(changeFeed, { start: z._default(z.enum(feedStarts), 'next') })
export type NewChangeFeed = z.output<typeof newChangeFeed>

/** A change feed as it is stored. */
export const storedChangeFeed = z.extend(changeFeed, { id: z.string() })
export type StoredChangeFeed = z.output<typeof storedChangeFeed>
