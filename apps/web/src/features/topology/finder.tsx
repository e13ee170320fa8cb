import { HealthShape, healthAppearance } from '@binnacle/ui'
import { FOUND_AT_MOST, type SearchHit } from '../../application/pages/pages.ts'
import { anyContains } from '../../application/requests/data.ts'
import { ComponentIcon } from './component-icon.tsx'
import { componentHref } from './paths.ts'
import { loadComponentsNamed } from './queries.ts'

/** Finds components whose name contains a text. */
export async function findComponents(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await loadComponentsNamed(anyContains(['name'], text), FOUND_AT_MOST, signal)
  return rows.map(({ id, name, type, icon, health, namespace }) => ({
    id,
    label: name ?? id,
    note: [type, namespace].filter((part) => typeof part === 'string' && part !== '').join(' · '),
    icon:
      health === null || health === 'unknown' ? (
        <ComponentIcon icon={icon ?? null} type={type} />
      ) : (
        <HealthShape {...healthAppearance(health)} />
      ),
    urgent: health === 'unhealthy',
    href: componentHref(id),
  }))
}
