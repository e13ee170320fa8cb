import { tabCount, type TabItem } from '@binnacle/ui'
import { lazily } from '../../../application/pages/lazily.ts'
import { countIn } from '../../../application/slots/count-of.tsx'
import { shownOf, useSlot } from '../../../application/slots/slots.tsx'
import type { ItemSubject, Section } from '../../../application/slots/types.ts'
import { insightsHref } from '../insights/address.ts'
import { configHref } from '../paths.ts'

/** Who may open the page sees the tabs of its own area. */
const access = 'signed-in'

/** The tabs of the catalog itself. */
const own: readonly Section<ItemSubject>[] = [
  {
    id: 'config',
    label: 'Config',
    order: 10,
    access,
    Content: lazily(async () => (await import('./document-view.tsx')).ItemDocument),
  },
  {
    id: 'changes',
    label: 'Changes',
    order: 20,
    access,
    Count: countIn(({ counts }) => counts['changes']),
    countNote: 'Changes of this item in the last 7 days',
    Content: lazily(async () => (await import('../changes/config-changes.tsx')).ConfigChanges),
  },
  {
    id: 'insights',
    label: 'Insights',
    order: 30,
    access,
    Count: countIn(({ counts }) => counts['analysis']),
    Content: lazily(async () => (await import('../insights/config-insights.tsx')).ConfigInsights),
  },
  {
    id: 'relationships',
    label: 'Relationships',
    order: 40,
    access,
    Count: countIn(({ counts }) => counts['relationships']),
    Content: lazily(
      async () => (await import('../relationships/config-relationships.tsx')).ConfigRelationships,
    ),
  },
  {
    id: 'impact',
    label: 'Impact',
    order: 50,
    access,
    Content: lazily(async () => (await import('../impact/config-impact.tsx')).ConfigImpact),
  },
]

/** The tabs of an item: those of the catalog, and those that other areas add, once they are loaded. */
export function useItemTabs(item: ItemSubject): {
  tabs: readonly Section<ItemSubject>[]
  isPending: boolean
} {
  const { fills, isPending } = useSlot('item.tabs')
  const tabs = [...own, ...shownOf(fills, item)].toSorted((left, right) => left.order - right.order)
  return { tabs, isPending }
}

/** Returns how a tab is drawn. */
export function tabOf(section: Section<ItemSubject>, item: ItemSubject): TabItem<string> {
  const { id, label, Count, countNote } = section
  return {
    id,
    label,
    // The server counts open insights only, so the link lists open ones only.
    href: id === 'insights' ? insightsHref({ config: item.id, status: 'open' }) : configHref(item.id, id),
    ...(Count !== undefined && {
      counter: <Count subject={item} eager note={countNote} className={tabCount} />,
    }),
  }
}
