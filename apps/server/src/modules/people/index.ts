import type { DataRules } from '../../platform/data/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { OpenModule } from '../../platform/module.ts'
import { propertiesInForce } from '../properties/index.ts'
import { frameBlindness, peopleAccounts, unhealthyChecks, waitingAlerts } from './ports.ts'
import { peopleRoutes } from './routes.ts'
import { memberWriter, teamWriter } from './teams/writers.ts'

export { frameBlindness, peopleAccounts, unhealthyChecks, waitingAlerts } from './ports.ts'

/**
 * What the data service shows of people and teams. People, their roles and teams are read all over the product, so that
 * only the pages about them can be closed.
 */
const data: DataRules = {
  people: { resource: 'signed-in' },
  people_roles: { resource: 'signed-in' },
  identities: { resource: 'identities', feature: 'settings.users' },
  teams: { resource: 'database', writes: teamWriter, writeFeature: 'settings.teams' },
  team_members: { resource: 'database', writes: memberWriter, writeFeature: 'settings.teams' },
  teams_with_status: { resource: 'database', feature: 'settings.teams' },
}

/** Everyone hears of people: a change of one's own roles acts at once. */
const topics: LiveTopics = { people: { access: 'signed-in' }, teams: 'database' }

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Every area shows who made or did something.
  'core.people',
  // Sessions have the roles of their people, and rules tell only people with a right.
  'core.people_roles',
  // Owners and recipients may be teams.
  'core.teams',
  // A right or a turn of a team is one of its members.
  'core.team_members',
] as const

/** Users with their roles, and teams with their members. */
export const openPeople: OpenModule = (platform) => ({
  name: 'people',
  routes: peopleRoutes({
    pool: platform.pool,
    accounts: peopleAccounts.of(platform),
    frame: {
      properties: () => propertiesInForce.of(platform).all(),
      // The module of checks opens later, or not at all in tests.
      unhealthyChecks: async (actor) => (await unhealthyChecks.find(platform)?.count(actor)) ?? null,
      alerts: async (actor) => (await waitingAlerts.find(platform)?.count(actor)) ?? null,
      blindness: async (actor) => (await frameBlindness.find(platform)?.reason(actor)) ?? null,
    },
  }),
  data,
  topics,
})
