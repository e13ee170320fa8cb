import { DAY } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import type { Columns } from '../../platform/database/columns.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import { defineJob, type Job } from '../../platform/jobs/index.ts'
import { type NoticeDependencies, saidTime, sendNotice } from './notices.ts'
import { loadRotas } from './rotas/stored.ts'
import { shiftsOf } from './schedule/shifts.ts'

/** What sends the notices. */
export interface HandoverDependencies extends NoticeDependencies {
  pool: Pool
  now: () => Date
}

/** How far ahead the next change is looked for. After it, the rota is looked at again in any case. */
const AHEAD = 40 * DAY
/** Most rotas of one run. */
const MOST_ROTAS = 100

/** Tells who came on call and who went off, if that is somebody else than at the last look. */
async function lookAtRota(
  dependencies: HandoverDependencies,
  client: ClientBase,
  { id, notified_person: notified }: Columns<'core.on_call_rotas', 'id' | 'notified_person'>,
): Promise<void> {
  const now = dependencies.now().getTime()
  const range = { from: now, to: now + AHEAD }
  const { rotas, names } = await loadRotas(client, { ids: [id] }, range)
  const [rota] = rotas
  if (rota === undefined) return
  const { name, time_zone: timeZone } = rota.row
  const [current] = shiftsOf(rota.schedule, range)
  if (current === undefined) return
  const { personId, to } = current
  await tablesOn(client)
    .updateTable('core.on_call_rotas')
    .set({ notified_person: personId, next_change_at: new Date(to) })
    .where('id', '=', id)
    .execute()
  if (personId === notified) return
  const path = `/on-call?rota=${id}`
  const until = to < range.to ? ` until ${saidTime(to, timeZone)}` : ''
  if (personId !== null)
    await sendNotice(dependencies, client, personId, {
      title: `You are on call: ${name}`,
      body: `You are on call in ${name}${until}.`,
      path,
    })
  if (notified !== null)
    await sendNotice(dependencies, client, notified, {
      title: `You are off call: ${name}`,
      body:
        personId === null
          ? `Your shift in ${name} is over. Nobody is on call there now.`
          : `Your shift in ${name} is over. ${names.person(personId).name} is on call now.`,
      path,
    })
}

/** Rotas that may have a notice to send. */
function dueRotas(connection: Connection, now: Date) {
  return tablesOn(connection)
    .selectFrom('core.on_call_rotas')
    .select(['id', 'notified_person'])
    .where('deleted_at', 'is', null)
    .where((expressions) => expressions.ref('handover_notices'))
    .where((expressions) =>
      expressions.or([expressions('next_change_at', 'is', null), expressions('next_change_at', '<=', now)]),
    )
}

/** Sends the notices that are due. Each rota is one transaction: a crash neither loses nor repeats a notice. */
export async function sendHandoverNotices(dependencies: HandoverDependencies): Promise<number> {
  const { pool, now } = dependencies
  const rows = await dueRotas(pool, now())
    .orderBy('next_change_at', (order) => order.asc().nullsFirst())
    .limit(MOST_ROTAS)
    .execute()
  for (const { id } of rows)
    await inTransaction(pool, async (client) => {
      const rota = await dueRotas(client, now())
        .where('id', '=', id)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (rota !== undefined) await lookAtRota(dependencies, client, rota)
    })
  return rows.length
}

/** Looks each minute who came on call. */
export function handoverJob(dependencies: HandoverDependencies): Job {
  return defineJob({
    name: 'SendHandoverNotices',
    lane: 'messages',
    cron: '* * * * *',
    record: false,
    run: async () => ({ success: await sendHandoverNotices(dependencies), errors: [] }),
  })
}
