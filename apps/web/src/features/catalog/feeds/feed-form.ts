import { type ChangeFeed, newChangeFeed, type NewChangeFeed } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'
import { splitLines } from '../../../application/forms/texts.ts'

/** Form values of a feed. Each list is one text with a line for each entry. */
const typedFeed = z.object({
  name: z.string(),
  connection_id: z.string(),
  config_types: z.string(),
  change_types: z.string(),
  start: z.string(),
  enabled: z.boolean(),
})
export type TypedFeed = z.output<typeof typedFeed>

/** A feed as its form shows it. */
export function typedOf(feed: ChangeFeed | undefined): TypedFeed {
  return {
    name: feed?.name ?? '',
    connection_id: feed?.connection_id ?? '',
    config_types: feed?.config_types.join('\n') ?? '',
    change_types: feed?.change_types.join('\n') ?? '',
    start: 'next',
    enabled: feed?.enabled ?? true,
  }
}

/** Validates the form values of a feed. A problem of a line is shown at its list. */
export const feedForm = z.pipe(
  typedFeed,
  z.transform((typed, context): NewChangeFeed => {
    const read = newChangeFeed.safeParse({
      ...typed,
      config_types: splitLines(typed.config_types),
      change_types: splitLines(typed.change_types),
    })
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.issues.push({ code: 'custom', path: path.slice(0, 1), message, input: typed })
    return z.NEVER
  }),
)
