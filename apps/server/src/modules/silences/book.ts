import type { SilenceSelector } from '@binnacle/contract/notifications'
import { inTransaction } from '../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SilenceBook, WrittenSilence } from './ports.ts'
import { selectorOf, silenceColumns, type SilenceTables } from './stored.ts'
import { coverResource } from './verbs/cover.ts'
import { createSilence } from './verbs/create.ts'
import { updateSilence } from './verbs/update.ts'

/** Silences that are in use. */
const silencesOf = (connection: Connection) =>
  tablesOn<SilenceTables>(connection)
    .selectFrom('core.notification_silences')
    .select([...silenceColumns, 'updated_at', 'created_by'])
    .where('deleted_at', 'is', null)

/** Silences with the names of their makers. */
const withMakers = (connection: Connection, silences: ReturnType<typeof silencesOf>) =>
  tablesOn<SilenceTables>(connection)
    .selectFrom(silences.as('silence'))
    .leftJoin('core.people as maker', 'maker.id', 'silence.created_by')
    .selectAll('silence')
    .select('maker.name as maker')

type BookRow = Awaited<ReturnType<ReturnType<typeof withMakers>['execute']>>[number]

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
      const newest = silencesOf(pool)
        .where((expressions) =>
          expressions.or([expressions('until', 'is', null), expressions('until', '>=', since)]),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      const rows = await withMakers(pool, newest)
        .orderBy('silence.updated_at', 'desc')
        .orderBy('silence.id', 'desc')
        .execute()
      return rows.map(show)
    },
    async find(id) {
      const row = await withMakers(pool, silencesOf(pool).where('id', '=', id)).executeTakeFirst()
      return row === undefined ? undefined : show(row)
    },
    create: (form, actor) =>
      inTransaction(pool, (client) => createSilence(client, form, actor, { source: null, now: clock.now() })),
    cover: (client, resource, until, actor) => coverResource(client, resource, until, actor, clock.now()),
    update: (id, changes, actor) =>
      inTransaction(pool, (client) => updateSilence(client, id, changes, actor, clock.now())),
  }
}
