import type { JobRun } from './run.ts'

/** Path of the list page by resource type in the job history. */
const pageOfType: Readonly<Record<string, string>> = {
  canary: '/settings/canaries',
  scraper: '/catalog/scrapers',
  config_scraper: '/catalog/scrapers',
  catalog_scraper: '/catalog/scrapers',
  topology: '/settings/topologies',
  config: '/catalog',
  config_item: '/catalog',
  catalog: '/catalog',
  playbook: '/playbooks',
  team: '/settings/teams',
}

/** Returns the address of the resource of a run; undefined if it has none, or none with a page. */
export function resourceHref({
  resource_type: type,
  resource_id: id,
}: Pick<JobRun, 'resource_type' | 'resource_id'>): string | undefined {
  if (type === null || id === null || !Object.hasOwn(pageOfType, type)) return undefined
  return `${pageOfType[type]}/${encodeURIComponent(id)}`
}

/** Returns the address of an agent. */
export function agentHref(agent: { id: string }): string {
  return `/settings/agents?id=${encodeURIComponent(agent.id)}`
}
