import { timingSafeEqual } from 'node:crypto'
import { VIEW_KEY_HEADER } from '@binnacle/contract/topology'
import { digest } from '@binnacle/identity'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { JsonText } from '../../../platform/http/json-answer.ts'
import type { Delivery, Receiver } from '../../../platform/http/receiver.ts'
import type { TreeCache } from '../tree/index.ts'
import { createKeyGuesses } from './guesses.ts'
import { projectTree } from './project.ts'
import { notFound } from './shares.ts'

/** Milliseconds for which shares and answers are good: a hundred screens cost one computation a second. */
const FRESH = 1_000
/** Milliseconds between two notes that a view is open. */
const SEEN_EVERY = 10 * 60_000
/** Compared with where nothing is shared, so that this takes as long as a wrong key. */
const NOBODY = Buffer.alloc(32)

const shareColumns = ['component_id', 'key_digest', 'properties', 'messages', 'last_seen_at'] as const

type OpenShare = Columns<'core.topology_shares', (typeof shareColumns)[number]>

/** What is shared, and what visitors are answered. */
export interface PublicViews {
  receiver: Receiver
  /** Makes the next visit read again what is shared. */
  forget(): void
}

export interface PublicViewDependencies {
  pool: Pool
  clock: Clock
  tree: TreeCache
  /** Whether this installation has public views. */
  enabled: () => boolean
}

/** Answers those who have the link of a shared component. */
export function createPublicViews({ pool, clock, tree, enabled }: PublicViewDependencies): PublicViews {
  const tables = tablesOn(pool)
  const guesses = createKeyGuesses(() => clock.now())
  let known: { until: number; shares: Promise<ReadonlyMap<string, OpenShare>> } | undefined
  let answers = new Map<string, { until: number; text: Promise<string> }>()

  async function load(): Promise<ReadonlyMap<string, OpenShare>> {
    const rows = await tables.selectFrom('core.topology_shares').select(shareColumns).execute()
    return new Map(rows.map((row) => [row.component_id, row]))
  }
  function shares(now: number): Promise<ReadonlyMap<string, OpenShare>> {
    if (known !== undefined && now < known.until) return known.shares
    const loading = load()
    known = { until: now + FRESH, shares: loading }
    // Shares may have gone or changed with it.
    answers = new Map()
    loading.catch(() => (known = undefined))
    return loading
  }

  async function write(share: OpenShare): Promise<string> {
    const current = await tree.current()
    const root = current.model.nodes.get(share.component_id)
    if (root === undefined) throw notFound()
    return JSON.stringify({ at: clock.now().toISOString(), component: projectTree(current, root, share) })
  }
  function answerOf(share: OpenShare, now: number): Promise<string> {
    const before = answers.get(share.component_id)
    if (before !== undefined && now < before.until) return before.text
    const text = write(share)
    const written = answers
    written.set(share.component_id, { until: now + FRESH, text })
    text.catch(() => written.delete(share.component_id))
    return text
  }
  async function seen(share: OpenShare, now: number): Promise<void> {
    if (share.last_seen_at !== null && now - share.last_seen_at.getTime() < SEEN_EVERY) return
    share.last_seen_at = new Date(now)
    await tables
      .updateTable('core.topology_shares')
      .set({ last_seen_at: share.last_seen_at })
      .where('component_id', '=', share.component_id)
      .where((expressions) =>
        expressions.or([
          expressions('last_seen_at', 'is', null),
          // Another process may have noted it.
          expressions('last_seen_at', '<=', new Date(now - SEEN_EVERY)),
        ]),
      )
      .execute()
  }

  async function receive({ params, headers, address }: Delivery): Promise<JsonText> {
    const id = (params['id'] ?? '').toLowerCase()
    const given = digest(headers.get(VIEW_KEY_HEADER) ?? '')
    const now = clock.now().getTime()
    const share = enabled() ? (await shares(now)).get(id) : undefined
    const isRight = timingSafeEqual(given, share?.key_digest ?? NOBODY) && share !== undefined
    if (!guesses.admit(address, `${id} ${given.toString('base64url')}`, isRight))
      throw new RequestError('ERATELIMITED', 'Too many wrong links; try again in a quarter of an hour')
    if (!isRight) throw notFound()
    const text = await answerOf(share, now)
    await seen(share, now)
    return new JsonText(text)
  }

  return {
    receiver: { method: 'GET', path: '/view/topology/{id}', feature: 'topology', receive },
    forget() {
      known = undefined
    },
  }
}
