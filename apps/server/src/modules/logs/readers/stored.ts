import type { LogReaders } from '@binnacle/contract/logs'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { type Connection, anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { ParsedLogBackend } from '../spec/backend.ts'

/** How readers are stored: with ids, so that nobody becomes one by taking the name of somebody else. */
const storedReaders = z.object({
  roles: z.array(z.string()),
  teams: z.array(z.string()),
  people: z.array(z.string()),
})
export type StoredReaders = z.output<typeof storedReaders>

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())
const isId = (text: string) => z.uuid().safeParse(text).success

/** Looks up names. @throws RequestError with the place of one that is unknown */
function idsOf(
  kind: 'teams' | 'people',
  noun: string,
  written: readonly string[],
  known: readonly { id: string; name: string }[],
): string[] {
  return written.map((text, index) => {
    const found = known.find(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found.id
    const message = `There is no ${noun} "${text}"`
    throw new RequestError('EINVALID', message, [{ path: `spec.readers.${kind}[${index}]`, message }])
  })
}

/**
 * Who reads a log backend besides administrators; null for everybody who reads logs. Lines of the machine and of the
 * product itself are administrators' where the spec does not say it.
 * @throws RequestError if a team or a person is unknown
 */
export async function readersToStore(
  client: ClientBase,
  { readers, entries }: ParsedLogBackend,
): Promise<StoredReaders | null> {
  if (readers === undefined)
    return entries.some(({ type }) => type.definition.ofHost === true)
      ? { roles: [], teams: [], people: [] }
      : null
  const { roles = [], teams = [], people = [] } = readers
  const tables = tablesOn(client)
  const idsAmong = (texts: readonly string[]) => texts.filter(isId)
  const knownTeams = await tables
    .selectFrom('core.teams')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where((expressions) =>
      expressions.or([
        expressions('id', '=', anyOf(idsAmong(teams))),
        expressions(expressions.fn<string>('lower', ['name']), '=', anyOf(lower(teams))),
      ]),
    )
    .execute()
  const knownPeople = await tables
    .selectFrom('core.people')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where((expressions) =>
      expressions.or([
        expressions('id', '=', anyOf(idsAmong(people))),
        expressions(expressions.fn<string>('lower', ['email']), '=', anyOf(lower(people))),
      ]),
    )
    .execute()
  return {
    roles: [...roles],
    teams: idsOf('teams', 'team', teams, knownTeams),
    people: idsOf(
      'people',
      'person with the address',
      people,
      knownPeople.map(({ id, email }) => ({ id, name: email ?? id })),
    ),
  }
}

/** Readers with the names that people know. */
export async function shownReaders(reader: Connection, stored: unknown): Promise<LogReaders | null> {
  const parsed = storedReaders.safeParse(stored)
  if (!parsed.success) return null
  const { roles, teams, people } = parsed.data
  const tables = tablesOn(reader)
  const [teamRows, peopleRows] = await Promise.all([
    tables
      .selectFrom('core.teams')
      .select(['id', 'name'])
      .where('id', '=', anyOf(teams))
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
    tables
      .selectFrom('core.people')
      .select(['id', 'name', 'email'])
      .where('id', '=', anyOf(people))
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  ])
  return { roles, teams: teamRows, people: peopleRows }
}
