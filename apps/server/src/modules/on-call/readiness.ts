import { DAY } from '@binnacle/contract/core'
import { anyOf, type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import {
  type ContactKind,
  type PolicyDetails,
  type Readiness,
  type ReadinessProblem,
} from '@binnacle/contract/on-call'
import { listPolicies } from './escalation/policies.ts'
import { shortTime } from './notices.ts'
import { loadMethods } from './reach/stored.ts'
import { loadNames, type LoadedRota, loadRotas, type PeopleNames } from './rotas/stored.ts'
import { shiftsOf } from './schedule/shifts.ts'

const LOOK_AHEAD = 14 * DAY
/** Most gaps of a rota that are listed. */
const MOST_GAPS = 3

const kindWords: Readonly<Record<ContactKind, string>> = {
  email: 'An email address',
  sms: 'A number for text messages',
  voice: 'A number for calls',
  connection: 'A service',
  web_push: 'A browser',
}

const problem = (
  kind: ReadinessProblem['kind'],
  text: string,
  path: string | null,
  personId: string | null = null,
): ReadinessProblem => ({ kind, text, path, personId })

function gapsOf({ row, schedule }: LoadedRota, now: number): ReadinessProblem[] {
  const range = { from: now, to: now + LOOK_AHEAD }
  const gaps = shiftsOf(schedule, range).filter(({ personId }) => personId === null)
  const { id, name, time_zone: zone } = row
  const path = `/on-call?rota=${id}`
  const more = gaps.length - MOST_GAPS
  return [
    ...gaps.slice(0, MOST_GAPS).map(({ from, to }) => {
      const begin = from === now ? 'now' : `from ${shortTime(from, zone)}`
      const end = to === range.to ? 'until further notice' : `until ${shortTime(to, zone)}`
      return problem('gap', `Nobody is on call in ${name} ${begin} ${end} (${zone})`, path)
    }),
    ...(more > 0
      ? [problem('gap', `Nobody is on call in ${name} at ${more} more times in the next 14 days`, path)]
      : []),
  ]
}

function gonePeople({ row }: LoadedRota, names: PeopleNames): ReadinessProblem[] {
  return row.participants
    .filter((id) => !names.isPresent(id))
    .map((id) =>
      problem(
        'gone-person',
        `${names.person(id).name || 'Somebody'} takes turns in ${row.name}, but their account is closed`,
        `/on-call?rota=${row.id}`,
      ),
    )
}

/** Who a policy may tell. */
interface ReachableRecipients {
  /** Rotas in which somebody is on call at some time. */
  rotas: ReadonlySet<string>
  teams: ReadonlyMap<string, readonly string[]>
  people: ReadonlySet<string>
}

function emptySteps({ id, name, steps }: PolicyDetails, reachable: ReachableRecipients): ReadinessProblem[] {
  return steps.flatMap(({ targets }, place) => {
    const isReached = targets.some(({ kind, id: target }) =>
      kind === 'rota'
        ? reachable.rotas.has(target)
        : kind === 'team'
          ? (reachable.teams.get(target) ?? []).length > 0
          : reachable.people.has(target),
    )
    return isReached
      ? []
      : [
          problem(
            'nobody-reached',
            `Step ${place + 1} of the escalation policy ${name} reaches nobody`,
            `/on-call?tab=policies&policy=${id}`,
          ),
        ]
  })
}

async function membersOf(reader: Connection, teams: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tablesOn(reader)
    .selectFrom('core.team_members as member')
    .innerJoin('core.people as person', 'person.id', 'member.person_id')
    .innerJoin('core.teams as team', 'team.id', 'member.team_id')
    .select(['member.team_id', 'member.person_id'])
    .where('member.team_id', '=', anyOf(teams))
    .where('person.deleted_at', 'is', null)
    .where('person.active', '=', true)
    .where('team.deleted_at', 'is', null)
    .execute()
  const members = new Map<string, string[]>()
  for (const { team_id: team, person_id: person } of rows)
    members.set(team, [...(members.get(team) ?? []), person])
  return members
}

/** Addresses of people that may not reach them. */
async function addressProblems(
  reader: Connection,
  people: readonly string[],
  names: PeopleNames,
): Promise<ReadinessProblem[]> {
  const methods = Map.groupBy(await loadMethods(reader, people), ({ person_id: id }) => id)
  const verified = await tablesOn(reader)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', anyOf(people))
    .where('email_verified_at', 'is not', null)
    .execute()
  const accounts = new Set(verified.map(({ id }) => id))
  return people.flatMap((id) => {
    const own = methods.get(id) ?? []
    const { name } = names.person(id)
    const unverified = own.filter(({ verified_at: at }) => at === null)
    const isReached = own.length > unverified.length || accounts.has(id)
    return [
      ...(isReached ? [] : [problem('unverified-person', `No address of ${name} is verified`, null, id)]),
      ...unverified.map(({ kind }) =>
        problem('unverified-address', `${kindWords[kind]} of ${name} was never verified`, null, id),
      ),
    ]
  })
}

/** Most broken ways that are listed. */
const MOST_BROKEN = 100

/** Ways that did not reach their recipients when a message last took them. */
async function brokenWays(reader: Connection): Promise<ReadinessProblem[]> {
  const rows = await tablesOn(reader)
    .selectFrom('core.broken_ways')
    .select(['recipient_name', 'reason', 'person_id'])
    .orderBy('broken_at', 'desc')
    .limit(MOST_BROKEN)
    .execute()
  return rows.map(({ recipient_name: name, reason, person_id: id }) =>
    problem('broken-way', `A message did not reach ${name}: ${reason}`, null, id),
  )
}

/** Lists what may keep alerts of the next 14 days from reaching somebody. */
export async function checkReadiness(reader: Connection, at: Date): Promise<Readiness> {
  const now = at.getTime()
  const range = { from: now, to: now + LOOK_AHEAD }
  const { rotas, names } = await loadRotas(reader, 'all', range)
  const { policies } = await listPolicies(reader)
  const targets = policies.flatMap(({ steps }) => steps.flatMap((step) => step.targets))
  const idsOf = (kind: string) => targets.filter((target) => target.kind === kind).map(({ id }) => id)
  const teams = await membersOf(reader, idsOf('team'))
  const ids = [
    ...new Set([
      ...rotas.flatMap(({ row }) => row.participants),
      ...idsOf('person'),
      ...[...teams.values()].flat(),
    ]),
  ]
  const everybody = await loadNames(reader, ids)
  const present = ids.filter((id) => everybody.isPresent(id))
  const reachable: ReachableRecipients = {
    rotas: new Set(
      rotas
        .filter(({ schedule }) => shiftsOf(schedule, range).some(({ personId }) => personId !== null))
        .map(({ row }) => row.id),
    ),
    teams,
    people: new Set(present),
  }
  return {
    problems: [
      ...rotas.flatMap((rota) => gapsOf(rota, now)),
      ...policies.flatMap((policy) => emptySteps(policy, reachable)),
      ...rotas.flatMap((rota) => gonePeople(rota, names)),
      ...(await addressProblems(reader, present, everybody)),
      ...(await brokenWays(reader)),
    ],
    counts: { rotas: rotas.length, policies: policies.length, people: present.length },
  }
}
