import { Tabs } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { useAddress } from '../../application/address/use-filters.ts'
import { usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { reachable } from '../../application/pages/reachable.ts'
import { catalogHref, type CatalogTab } from './paths.ts'

const labels: Readonly<Record<CatalogTab, string>> = {
  catalog: 'Catalog',
  changes: 'Changes',
  insights: 'Insights',
  scrapers: 'Scrapers',
}

/** Parameters that the tabs pass on. Source: CAT-003. */
function carriedOf(search: URLSearchParams): URLSearchParams {
  const type = search.get('configType') ?? search.get('type')
  return new URLSearchParams(type === null ? {} : { configType: type })
}

/** The tabs between the pages about all items. */
export function CatalogTabs({ value }: { value: CatalogTab }): ReactNode {
  const { search } = useAddress()
  const pages = usePages()
  const visitor = useVisitor()
  const carried = carriedOf(search)
  const tabs = (['catalog', 'changes', 'insights'] as const).map((id) => ({
    id,
    label: labels[id],
    href: catalogHref(id, carried),
  }))
  // Who may open the settings of scrapers may open the same list here.
  const mayScrape = reachable('/settings/config_scrapers', pages, visitor) !== undefined
  return (
    <Tabs<CatalogTab>
      label="Catalog"
      tabs={
        mayScrape
          ? [...tabs, { id: 'scrapers', label: labels.scrapers, href: catalogHref('scrapers', carried) }]
          : tabs
      }
      value={value}
    />
  )
}

/** A page about all items: its title, the tabs between these pages, and its content. */
export function CatalogFrame(props: {
  tab: CatalogTab
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <PageFrame title={labels[props.tab]} badge={props.badge} actions={props.actions}>
      <CatalogTabs value={props.tab} />
      {props.children}
    </PageFrame>
  )
}
