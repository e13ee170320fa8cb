import { healths, UI_SOURCE } from '@binnacle/contract/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { searched, searchedPage } from '../../application/query/searched-page.ts'
import { tableSearch } from '../../application/query/table-search.ts'
import { data, type DataPage, firstRowOf, tables } from '../../application/requests/data.ts'
import type { PageRequest } from '../../application/address/list.ts'
import { person, type Person } from '../../application/forms/people-field.tsx'
import type { TeamValues } from './team-form.tsx'

// The first part of each query key is its live topic: a change of the topic reloads the query.

const team = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.nullable(z.string()),
  source: z.nullable(z.string()),
  spec: z.nullish(z.looseObject({ components: z.nullish(z.array(z.record(z.string(), z.unknown()))) })),
})
export type Team = z.infer<typeof team>
/** A selector of a team as it is stored. */
type Selector = Readonly<Record<string, unknown>>

/** Loads a team; null if no team has this id. */
export function loadTeam(id: string, signal: AbortSignal): Promise<Team | null> {
  const found = data.from('teams').select('id,name,icon,source,spec').eq('id', id).is('deleted_at', null)
  return firstRowOf(found, team, signal)
}

/** Adds a team. @returns its id */
export async function createTeam(values: TeamValues): Promise<string> {
  const made = await data
    .from('teams')
    .insert({ ...values, source: UI_SOURCE })
    .select('id')
    .throwOnError()
  return z.tuple([z.object({ id: z.string() })]).parse(made.data)[0].id
}

/** Changes the icon of a team. Its name and its spec do not change. */
export async function updateTeam(id: string, icon: string): Promise<void> {
  await data.from('teams').update({ icon }).eq('id', id).throwOnError()
}

/** Deletes a team. */
export async function deleteTeam(id: string): Promise<void> {
  await data.from('teams').update({ deleted_at: 'now()' }).eq('id', id).throwOnError()
}

/** The query language of the members of a team. */
export const memberSearch = tableSearch({
  table: 'people',
  words: ['name', 'email'],
  narrow: (query) => query.is('deleted_at', null),
  fields: [
    { kind: 'text', name: 'name', help: 'First and last name', column: 'name' },
    { kind: 'text', name: 'email', help: 'Email address', column: 'email' },
  ],
})

/** Loads a page of a team's members. */
async function loadMembers(
  teamId: string,
  wanted: PageRequest,
  signal: AbortSignal,
): Promise<DataPage<Person>> {
  const listRequest = await memberSearch.ask(wanted.query, signal)
  return searchedPage(wanted, listRequest, async (range) => {
    const members = tables
      .from('people')
      .select<string, unknown>('id,name,email,team_members!inner(team_id)', { count: 'exact' })
      .eq('team_members.team_id', teamId)
    const found = await searched(members, listRequest, (query) =>
      query.order('name', { ascending: wanted.sortOrder === 'asc' }),
    )
      .order('id')
      .range(...range)
      .abortSignal(signal)
      .throwOnError()
    return { rows: z.array(person).parse(found.data), total: found.count ?? 0 }
  })
}

/** A page of a team's members, by name. */
export const memberListQuery = (teamId: string, wanted: PageRequest) =>
  queryOptions({
    queryKey: ['teams', 'members', teamId, wanted],
    meta: { shows: [teamId] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadMembers(teamId, wanted, signal),
  })

/** Adds people to a team. */
export async function addMembers(teamId: string, personIds: readonly string[]): Promise<void> {
  const members = personIds.map((id) => ({ team_id: teamId, person_id: id }))
  await data.from('team_members').insert(members).throwOnError()
}

/** Removes a person from a team. */
export async function removeMember(teamId: string, personId: string): Promise<void> {
  await data.from('team_members').delete().eq('team_id', teamId).eq('person_id', personId).throwOnError()
}

/**
 * Changes the selectors of a team, and leaves the rest of its spec as it is stored.
 * @param change makes the new selectors from those that are stored
 */
export async function changeSelectors(
  id: string,
  change: (selectors: readonly Selector[]) => readonly Selector[],
): Promise<void> {
  const found = await loadTeam(id, new AbortController().signal)
  const spec = found?.spec ?? {}
  const components = change(spec.components ?? [])
  await tables
    .from('teams')
    .update({ spec: { ...spec, components } })
    .eq('id', id)
    .throwOnError()
}

const component = z.object({
  id: z.string(),
  name: z.string(),
  type: z.nullish(z.string()),
  health: z.nullish(z.string()),
})
/** A component of a team. */
export type TeamComponent = z.output<typeof component>

/** The query language of the components of a team. */
export const componentSearch = tableSearch({
  table: 'components',
  words: ['name', 'type'],
  narrow: (query) => query.is('deleted_at', null),
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', column: 'name' },
    { kind: 'text', name: 'type', help: 'Its type', column: 'type' },
    { kind: 'text', name: 'namespace', help: 'Its namespace', column: 'namespace' },
    {
      kind: 'choice',
      name: 'health',
      help: 'Its health',
      column: 'health',
      values: healths,
    },
    {
      kind: 'map',
      name: 'labels',
      aliases: ['label'],
      help: 'One of its labels',
      column: 'labels',
      keyed: true,
    },
  ],
})

/** A page of a team's components, by name. */
export const componentListQuery = (teamId: string, wanted: PageRequest) =>
  queryOptions({
    queryKey: ['components', 'of team', teamId, wanted],
    meta: { follows: ['teams'] },
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<DataPage<TeamComponent>> {
      const listRequest = await componentSearch.ask(wanted.query, signal)
      return searchedPage(wanted, listRequest, async (range) => {
        const own = tables
          .from('components')
          .select<string, unknown>('id,name,type,health,team_components!inner(team_id)', { count: 'exact' })
          .eq('team_components.team_id', teamId)
          .is('deleted_at', null)
        const found = await searched(own, listRequest, (query) =>
          query.order('name', { ascending: wanted.sortOrder === 'asc' }),
        )
          .order('id')
          .range(...range)
          .abortSignal(signal)
          .throwOnError()
        return { rows: z.array(component).parse(found.data), total: found.count ?? 0 }
      })
    },
  })
