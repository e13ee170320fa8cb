import type { SilenceSelector } from '@binnacle/contract/notifications'
import { inTransaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SilenceBook, WrittenSilence } from './ports.ts'
import { columns, selectorOf, type SilenceRow } from './stored.ts'
import { createSilence } from './verbs/create.ts'
import { updateSilence } from './verbs/update.ts'

interface BookRow extends SilenceRow {
  updated_at: Date
  maker: string | null
}

const written = (condition: string) => `
  select silences.*, people.name as maker
  from (
    select ${columns}, updated_at, created_by from core.notification_silences
    where deleted_at is null and ${condition}
  ) as silences
  left join core.people on people.id = silences.created_by`

const findSilence = written('id = $1')

const listSilences = `${written('(until is null or until >= $1) order by created_at desc, id desc limit $2')}
  order by silences.updated_at desc, silences.id desc`

function show(row: BookRow): WrittenSilence {
  const selector: SilenceSelector = selectorOf(row)
  return {
    id: row.id,
    description: row.description ?? row.name ?? '',
    maker: row.maker ?? '',
    from: row.from,
    until: row.until ?? undefined,
    covers: row.covers,
    selector,
    filter: row.filter ?? '',
    updatedAt: row.updated_at,
  }
}

/** Creates what other modules read and write silences with. */
export function createSilenceBook({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): SilenceBook {
  return {
    async list(since, limit) {
      const { rows } = await pool.query<BookRow>(listSilences, [since, limit])
      return rows.map(show)
    },
    async find(id) {
      const { rows } = await pool.query<BookRow>(findSilence, [id])
      return rows[0] === undefined ? undefined : show(rows[0])
    },
    create: (form, actor) =>
      inTransaction(pool, (client) => createSilence(client, form, actor, { source: null, now: clock.now() })),
    update: (id, changes, actor) =>
      inTransaction(pool, (client) => updateSilence(client, id, changes, actor, clock.now())),
  }
}
