import { DAY } from '@binnacle/contract/core'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { digest, newToken } from '@binnacle/identity'
import type { Feed } from '@binnacle/contract/on-call'
import type { ClientBase, Pool } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import { type Receiver, TextAnswer } from '../../../platform/http/receiver.ts'
import { newId } from '../../../platform/ids.ts'
import { loadRotas, type RotaChoice } from '../rotas/stored.ts'
import { lockRota } from '../rotas/rota.ts'
import { shiftsOf } from '../schedule/shifts.ts'
import { writeCalendar } from './ics.ts'

/** Days of the past and the future in a calendar. */
const PAST_DAYS = 28
const FUTURE_DAYS = 90
/** Milliseconds in which a further reading is not written again. */
const READ_PAUSE = 10 * 60_000
/** Most feeds of a person. */
const MOST_FEEDS = 20
const resource = 'on_call_feeds'

/** Feeds of a person, the newest first. */
export async function listFeeds(reader: Connection, personId: string): Promise<{ feeds: Feed[] }> {
  const rows = await tablesOn(reader)
    .selectFrom('core.on_call_feeds as feed')
    .leftJoin('core.on_call_rotas as rota', 'rota.id', 'feed.rota_id')
    .select(['feed.id', 'feed.rota_id', 'rota.name as rota_name', 'feed.created_at', 'feed.last_read_at'])
    .where('feed.person_id', '=', personId)
    .orderBy('feed.created_at', 'desc')
    .orderBy('feed.id', 'desc')
    .execute()
  return {
    feeds: rows.map((row) => ({
      id: row.id,
      rota: row.rota_id === null ? null : { id: row.rota_id, name: row.rota_name ?? '' },
      createdAt: row.created_at.toISOString(),
      lastReadAt: row.last_read_at?.toISOString() ?? null,
    })),
  }
}

/**
 * Makes a secret address of a calendar. Only its digest is stored, so it cannot be shown again.
 * @param rotaId null for all shifts of the requesting person
 */
export async function addFeed(
  client: ClientBase,
  rotaId: string | null,
  publicUrl: string,
  actor: Actor,
): Promise<{ id: string; url: string }> {
  await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', actor.personId)
    .forNoKeyUpdate()
    .execute()
  if ((await listFeeds(client, actor.personId)).feeds.length >= MOST_FEEDS)
    throw new RequestError('ECONFLICT', `You have ${MOST_FEEDS} calendars already; revoke one first`)
  const name = rotaId === null ? null : (await lockRota(client, rotaId)).name
  const id = newId()
  const token = newToken()
  await tablesOn(client)
    .insertInto('core.on_call_feeds')
    .values({ id, person_id: actor.personId, rota_id: rotaId, token_digest: digest(token) })
    .execute()
  await audit(client, actor, { action: 'create', resource, id, name, after: { rota_id: rotaId } })
  return { id, url: new URL(`/api/on-call/calendar.ics?token=${token}`, publicUrl).href }
}

/** Revokes an address of a calendar of the requesting person. */
export async function removeFeed(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await tablesOn(client)
    .deleteFrom('core.on_call_feeds')
    .where('id', '=', id)
    .where('person_id', '=', actor.personId)
    .returning('rota_id')
    .executeTakeFirst()
  if (before === undefined) throw new RequestError('ENOTFOUND', 'There is no calendar with this id')
  await audit(client, actor, { action: 'delete', resource, id, name: null, before })
}

/** Answers a calendar program that has the secret address. */
async function readFeed(pool: Pool, token: string, publicUrl: string, now: Date): Promise<string> {
  const feed = await tablesOn(pool)
    .selectFrom('core.on_call_feeds as feed')
    .innerJoin('core.people as person', 'person.id', 'feed.person_id')
    .select(['feed.id', 'feed.rota_id', 'feed.person_id', 'person.name'])
    .where('feed.token_digest', '=', digest(token))
    .where('person.deleted_at', 'is', null)
    .where('person.active', '=', true)
    .executeTakeFirst()
  if (feed === undefined)
    throw new RequestError('EUNAUTHORIZED', 'There is no calendar at this address, or it was revoked')
  const { rota_id: rotaId, person_id: personId, name } = feed
  const choice: RotaChoice = rotaId === null ? { personId } : { ids: [rotaId] }
  // From a midnight on, so that the first shift of a calendar keeps its id for a day.
  const from = Math.floor(now.getTime() / DAY) * DAY - PAST_DAYS * DAY
  const range = { from, to: from + (PAST_DAYS + FUTURE_DAYS) * DAY }
  const { rotas, names } = await loadRotas(pool, choice, range)
  const { host } = new URL(publicUrl)
  const events = rotas.flatMap(({ row, schedule }) =>
    shiftsOf(schedule, range).flatMap((shift) =>
      shift.personId === null || (rotaId === null && shift.personId !== personId)
        ? []
        : [
            {
              uid: `${row.id}-${shift.from}-${shift.personId}@${host}`,
              from: new Date(shift.from),
              to: new Date(shift.to),
              summary:
                rotaId === null ? `On call: ${row.name}` : `${names.person(shift.personId).name} is on call`,
              description: `${row.name}\n${new URL(`/on-call?rota=${row.id}`, publicUrl).href}`,
            },
          ],
    ),
  )
  await tablesOn(pool)
    .updateTable('core.on_call_feeds')
    .set({ last_read_at: now })
    .where('id', '=', feed.id)
    .where((expressions) =>
      expressions.or([
        expressions('last_read_at', 'is', null),
        expressions('last_read_at', '<', new Date(now.getTime() - READ_PAUSE)),
      ]),
    )
    .execute()
  const title = rotaId === null ? `${name} on call` : (rotas[0]?.row.name ?? 'On call')
  return writeCalendar(title, events, now)
}

/** The addresses from which calendar programs read shifts. */
export function calendarReceiver(dependencies: { pool: Pool; publicUrl: string; now: () => Date }): Receiver {
  return {
    method: 'GET',
    path: '/on-call/calendar.ics',
    feature: 'settings.notifications',
    // In the query, since logs have the path.
    async receive({ query: { token = '' } }) {
      const text = await readFeed(dependencies.pool, token, dependencies.publicUrl, dependencies.now())
      return new TextAnswer('text/calendar; charset=utf-8', text)
    },
  }
}
