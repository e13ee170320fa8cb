import { Boxes, Link2 } from 'lucide-react'
import { lazily } from '../../application/pages/lazily.ts'
import { countOf } from '../../application/slots/count-of.tsx'
import { relatedQuery } from '../../application/slots/related-query.ts'
import type { SlotFills } from '../../application/slots/types.ts'
import { CATALOG_PATH } from './paths.ts'
import { changesQuery, configLinksQuery, insightsQuery, isDeleted } from './of-component/queries.ts'

const gate = { access: { resource: 'database', action: 'read' }, feature: 'config' } as const

/** What the catalog adds to the pages of others. */
export const catalogSlots: SlotFills = {
  'check.related': [
    {
      id: 'configs',
      order: 20,
      access: { resource: 'canaries', action: 'read' },
      label: 'Catalog',
      icon: <Boxes />,
      query: ({ id }) =>
        relatedQuery({
          table: 'checks',
          id,
          through: 'check_config_relationships',
          to: 'configs',
          path: CATALOG_PATH,
        }),
    },
  ],
  'component.sections': [
    {
      ...gate,
      id: 'catalog',
      label: 'Catalog',
      order: 20,
      Count: countOf(
        ({ id }) => configLinksQuery(id),
        (links) => links.filter((link) => !isDeleted(link)).length,
      ),
      Content: lazily(async () => (await import('./of-component/catalog-section.tsx')).CatalogSection),
    },
    {
      ...gate,
      id: 'changes',
      label: 'Changes',
      order: 40,
      Count: countOf(
        ({ id }) => changesQuery(id),
        (changes) => changes.length,
      ),
      Content: lazily(async () => (await import('./of-component/changes-section.tsx')).ChangesSection),
    },
    {
      ...gate,
      id: 'insights',
      label: 'Insights',
      order: 80,
      Count: countOf(
        ({ id }) => insightsQuery(id),
        (insights) => insights.length,
      ),
      Content: lazily(async () => (await import('./of-component/insights-section.tsx')).InsightsSection),
    },
  ],
  'component.menu': [
    {
      id: 'link',
      group: 'do',
      order: 20,
      label: 'Link to catalog',
      icon: <Link2 className="size-3.5" />,
      // People who may not write would only get an error of the server.
      access: { resource: 'database', action: 'write' },
      Dialog: lazily(async () => (await import('./of-component/link-dialog.tsx')).LinkDialog),
    },
  ],
}
