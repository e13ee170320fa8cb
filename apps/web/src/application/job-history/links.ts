import { type Page, pageState, type Visitor } from '../pages/pages.ts'
import type { JobRun } from './run.ts'

/** Pages of the things that jobs are about, by the type that the job history names. */
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

/** The address of the thing that a run was about; undefined where it was about none that has a page. */
export function resourceHref({
  resource_type: type,
  resource_id: id,
}: Pick<JobRun, 'resource_type' | 'resource_id'>): string | undefined {
  if (type === null || id === null || !Object.hasOwn(pageOfType, type)) return undefined
  return `${pageOfType[type]}/${encodeURIComponent(id)}`
}

/** The address of the agent that a run was on. */
export function agentHref(agent: { id: string }): string {
  return `/settings/agents?id=${encodeURIComponent(agent.id)}`
}

/**
 * An address, where it leads to a page that is open to someone: areas that are not there yet, or are disabled, have none.
 */
export function reachable(
  href: string | undefined,
  pages: readonly Page[],
  visitor: Visitor,
): string | undefined {
  const segments = href?.split('?')[0]?.split('/')
  const leads = pages.some((page) => {
    const parts = page.path.split('/')
    return (
      parts.length === segments?.length &&
      parts.every((part, index) => part.startsWith('$') || part === segments[index]) &&
      pageState(page, visitor) === 'open'
    )
  })
  return leads ? href : undefined
}
