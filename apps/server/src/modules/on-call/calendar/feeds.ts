import type { Connection } from '../../../platform/database/tables-on.ts'
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

const DAY = 86_400_000
/** Days of the past and the future in a calendar. */
const PAST_DAYS = 28
const FUTURE_DAYS = 90
/** Most feeds of a person. */
const MOST_FEEDS = 20
const resource = 'on_call_feeds'

/** Feeds of a person, the newest first. */
export async function listFeeds(reader: Connection, personId: string): Promise<{ feeds: Feed[] }> {
  const { rows } = await reader.query<{
    id: string
    rota_id: string | null
    rota_name: string | null
    created_at: Date
    last_read_at: Date | null
  }>(
    `select feed.id, feed.rota_id, rota.name as rota_name, feed.created_at, feed.last_read_at
     from core.on_call_feeds as feed
     left join core.on_call_rotas as rota on rota.id = feed.rota_id
     where feed.person_id = $1
     order by feed.created_at desc, feed.id desc`,
    [personId],
  )
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
  await client.query('select from core.people where id = $1 for no key update', [actor.personId])
  if ((await listFeeds(client, actor.personId)).feeds.length >= MOST_FEEDS)
    throw new RequestError('ECONFLICT', `You have ${MOST_FEEDS} calendars already; revoke one first`)
  const name = rotaId === null ? null : (await lockRota(client, rotaId)).name
  const id = newId()
  const token = newToken()
  await client.query(
    'insert into core.on_call_feeds (id, person_id, rota_id, token_digest) values ($1, $2, $3, $4)',
    [id, actor.personId, rotaId, digest(token)],
  )
  await audit(client, actor, { action: 'create', resource, id, name, after: { rota_id: rotaId } })
  return { id, url: new URL(`/api/on-call/calendar.ics?token=${token}`, publicUrl).href }
}

/** Revokes an address of a calendar of the requesting person. */
export async function removeFeed(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const { rows } = await client.query<{ rota_id: string | null }>(
    'delete from core.on_call_feeds where id = $1 and person_id = $2 returning rota_id',
    [id, actor.personId],
  )
  const [before] = rows
  if (before === undefined) throw new RequestError('ENOTFOUND', 'There is no calendar with this id')
  await audit(client, actor, { action: 'delete', resource, id, name: null, before })
}

/** Answers a calendar program that has the secret address. */
async function readFeed(pool: Pool, token: string, publicUrl: string, now: Date): Promise<string> {
  const { rows } = await pool.query<{ id: string; rota_id: string | null; person_id: string; name: string }>(
    `select feed.id, feed.rota_id, feed.person_id, person.name
     from core.on_call_feeds as feed
     join core.people as person on person.id = feed.person_id and person.deleted_at is null and person.active
     where feed.token_digest = $1`,
    [digest(token)],
  )
  const [feed] = rows
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
  await pool.query(
    `update core.on_call_feeds set last_read_at = $2
     where id = $1 and (last_read_at is null or last_read_at < $2::timestamptz - interval '10 minutes')`,
    [feed.id, now],
  )
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
