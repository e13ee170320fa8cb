import { queryOfWords } from '@binnacle/query'
import { HealthShape, healthAppearance } from '@binnacle/ui'
import { FOUND_AT_MOST, type SearchHit } from '../../application/pages/pages.ts'
import { loadChecks } from './dashboard/queries.ts'
import { HEALTH_PATH } from './paths.ts'

/** Finds checks by words of their query text, those that are not healthy first. */
export async function findChecks(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  const wanted = {
    query: queryOfWords(text),
    groupBy: 'none',
    pageSize: FOUND_AT_MOST,
    sortBy: 'status',
  } as const
  const { rows } = await loadChecks(wanted, signal)
  return rows.map((check) => ({
    id: check.id,
    label: check.name,
    ...(check.canary_name === check.name ? {} : { note: check.canary_name }),
    icon: <HealthShape {...healthAppearance(check.state)} />,
    urgent: check.state !== 'healthy',
    href: `${HEALTH_PATH}?checkId=${check.id}`,
  }))
}
