import { expect, test } from 'vitest'
import { canaryArea } from '../features/canaries/area.ts'
import { scraperArea } from '../features/catalog/scrapers/area.ts'
import { teamArea } from '../features/teams/area.ts'
import { topologyArea } from '../features/topology/specs/area.ts'

test('the runs of a resource table are those of its resource type [SET-048]', () => {
  const areas = [teamArea, scraperArea, topologyArea, canaryArea]
  expect(Object.fromEntries(areas.map(({ table, resourceType }) => [table, resourceType]))).toEqual({
    teams: 'team',
    config_scrapers: 'config_scraper',
    topologies: 'topology',
    canaries: 'canary',
  })
})
