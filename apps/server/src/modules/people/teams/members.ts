import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'

/** What a client sends of a membership. */
export const memberRow = z.object({
  team_id: z.uuid('Please choose a team'),
  person_id: z.uuid('Please choose a user'),
})

export type MemberRow = z.output<typeof memberRow>

async function namesOf(client: ClientBase, { team_id, person_id }: MemberRow) {
  const { rows } = await client.query<{ team: string | null; person: string | null }>(sql`
    select team.name as team, person.name as person
    from (values (${team_id}::uuid, ${person_id}::uuid)) as wanted (team_id, person_id)
    left join core.teams as team on team.id = wanted.team_id and team.deleted_at is null
    left join core.people as person on person.id = wanted.person_id and person.deleted_at is null`)
  return rows[0] ?? { team: null, person: null }
}

async function log(
  client: ClientBase,
  actor: Actor,
  action: 'create' | 'delete',
  member: MemberRow,
  { team, person }: { team: string | null; person: string | null },
): Promise<void> {
  const fields = { ...member, team, person }
  await audit(client, actor, {
    action,
    resource: 'team_members',
    id: `${member.team_id},${member.person_id}`,
    name: team,
    ...(action === 'create' ? { after: fields } : { before: fields }),
  })
}

/** Adds someone to a team in the transaction of the caller; who is a member already stays one. */
export async function addMember(client: ClientBase, member: MemberRow, actor: Actor): Promise<void> {
  const found = await namesOf(client, member)
  const missing = found.team === null ? 'team' : found.person === null ? 'user' : undefined
  if (missing !== undefined)
    throw new RequestError('ENOTFOUND', `There is no ${missing} with this id`, [
      { path: missing === 'team' ? 'team_id' : 'person_id', message: 'does not exist' },
    ])
  const { numInsertedOrUpdatedRows: added } = await tablesOn(client)
    .insertInto('core.team_members')
    .values({ team_id: member.team_id, person_id: member.person_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added === 1n) await log(client, actor, 'create', member, found)
}

/**
 * Takes people out of a team in the transaction of the caller. A deletion that reaches into several teams is refused,
 * as it is one by a client that named the person alone.
 */
export async function removeMembers(
  client: ClientBase,
  members: readonly MemberRow[],
  actor: Actor,
): Promise<void> {
  const teams = new Set(members.map(({ team_id }) => team_id))
  if (teams.size > 1)
    throw new RequestError(
      'ECONFLICT',
      `This would remove members from ${teams.size} teams; name the team with team_id`,
    )
  for (const member of members) {
    const found = await namesOf(client, member)
    await tablesOn(client)
      .deleteFrom('core.team_members')
      .where('team_id', '=', member.team_id)
      .where('person_id', '=', member.person_id)
      .execute()
    await log(client, actor, 'delete', member, found)
  }
}
