import { namedSource } from '@binnacle/contract/core'
import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import { parseRow } from '../../../platform/data/rows.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { createTeam } from './create.ts'
import { addMember, memberRow, removeMembers } from './members.ts'
import { removeTeam } from './remove.ts'
import { teamRow } from './team.ts'
import { updateTeam } from './update.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/** Writes teams that come through the data service. `deleted_at` in a change takes a team out of use. */
export const teamWriter: Writer<Actor> = async ({ actor, action, rows, keys, client }) => {
  if (action === 'insert') {
    const made: string[][] = []
    for (const row of rows) {
      const { id } = parseRow(chosenId, row)
      const source = namedSource(row['source'])
      made.push([await createTeam(client, parseRow(teamRow, row), actor, { id, source })])
    }
    return made
  }
  const [changes = {}] = rows
  const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
  for (const [id = ''] of keys) {
    if (removes) await removeTeam(client, id, actor)
    else await updateTeam(client, id, changes, actor)
  }
  return keys
}

/** Writes memberships that come through the data service; there is nothing in one to change. */
export const memberWriter: Writer<Actor> = async ({ actor, relation, action, rows, keys, client }) => {
  const places = relation.primaryKey
  const keyOf = (member: z.output<typeof memberRow>) =>
    places.map((column) => (column === 'team_id' ? member.team_id : member.person_id))
  if (action === 'insert') {
    const members = rows.map((row) => parseRow(memberRow, row))
    for (const member of members) await addMember(client, member, actor)
    return members.map(keyOf)
  }
  if (action === 'delete') {
    const members = keys.map((key) =>
      memberRow.parse(Object.fromEntries(places.map((column, place) => [column, key[place]]))),
    )
    await removeMembers(client, members, actor)
  }
  return keys
}
