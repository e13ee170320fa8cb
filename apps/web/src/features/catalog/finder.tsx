import { HealthShape, healthAppearance } from '@binnacle/ui'
import { FOUND_AT_MOST, type SearchHit } from '../../application/pages/pages.ts'
import { ConfigIcon } from './config-icon.tsx'
import { loadConfigsNamed } from './list/queries.ts'
import { configHref } from './paths.ts'

/** Finds items whose name contains a text. */
export async function findConfigs(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await loadConfigsNamed(text, FOUND_AT_MOST, signal)
  return rows.map(({ id, name, type, health, namespace }) => ({
    id,
    label: name,
    note: [type, namespace].filter((part) => typeof part === 'string' && part !== '').join(' · '),
    icon:
      health === null || health === 'unknown' ? (
        <ConfigIcon type={type} />
      ) : (
        <HealthShape {...healthAppearance(health)} />
      ),
    urgent: health === 'unhealthy',
    href: configHref(id),
  }))
}
