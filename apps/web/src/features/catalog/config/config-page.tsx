import { Badge, Button, Drawer, HealthBadge, PageHeader, Skeleton, Tabs, useMediaQuery } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive, PanelRight, Trash2, VolumeX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { AlertMark } from '../../notifications/index.ts'
import { ConfigIcon } from '../config-icon.tsx'
import { Gone } from '../gone.tsx'
import { insightsHref } from '../insights/address.ts'
import { ItemMenu } from '../notes/item-menu.tsx'
import { CATALOG_PATH, configHref, type ConfigTab } from '../paths.ts'
import { type ConfigDetail, configQuery } from './queries.ts'
import { SidePanel } from './side-panel.tsx'

/** Characters of a name beside which no buttons fit on a phone. */
const LONG_NAME = 32

const DocumentView = lazy(async () => {
  const { DocumentView: component } = await import('./document-view.tsx')
  return { default: component }
})
const ConfigChanges = lazy(async () => {
  const { ConfigChanges: component } = await import('../changes/config-changes.tsx')
  return { default: component }
})
const ConfigInsights = lazy(async () => {
  const { ConfigInsights: component } = await import('../insights/config-insights.tsx')
  return { default: component }
})
const ConfigRelationships = lazy(async () => {
  const { ConfigRelationships: component } = await import('../relationships/config-relationships.tsx')
  return { default: component }
})
const ConfigImpact = lazy(async () => {
  const { ConfigImpact: component } = await import('../impact/config-impact.tsx')
  return { default: component }
})
const ConfigChecks = lazy(async () => {
  const { ConfigChecks: component } = await import('./config-checks.tsx')
  return { default: component }
})

const RenameOffers = lazy(async () => {
  const { RenameOffers: component } = await import('../by-hand/rename-offers.tsx')
  return { default: component }
})

/** Width from which the facts are next to the content. */
const WIDE = '(min-width: 64rem)'

function tabsOf({ id, summary }: ConfigDetail) {
  const tab = (own: ConfigTab, label: string, count?: number, href = configHref(id, own)) => ({
    id: own,
    label,
    href,
    ...(count === undefined ? {} : { count }),
  })
  return [
    tab('config', 'Config'),
    { ...tab('changes', 'Changes', summary?.changes), countNote: 'Changes of this item in the last 7 days' },
    // The server counts open insights only, so the link lists open ones only.
    tab('insights', 'Insights', summary?.analysis, insightsHref({ config: id, status: 'open' })),
    tab('relationships', 'Relationships', summary?.relationships),
    tab('impact', 'Impact'),
    tab('checks', 'Checks', summary?.checks),
  ]
}

/** The page of one item. */
export function ConfigPage({ id, tab }: { id: string; tab: ConfigTab }): ReactNode {
  const answer = useQuery(configQuery(id))
  const config = answer.data
  if (config === null) return <Gone id={id} rest={tab === 'config' ? undefined : tab} />
  if (config === undefined)
    return answer.error === null ? (
      <Loading />
    ) : (
      <div className="p-4">
        <LoadFailure error={answer.error} queries={[answer]} />
      </div>
    )
  return <ConfigContent config={config} tab={tab} />
}

function ConfigContent({ config, tab }: { config: ConfigDetail; tab: ConfigTab }): ReactNode {
  const wide = useMediaQuery(WIDE)
  const [open, setOpen] = useState(false)
  const { id } = config
  return (
    <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
      <title>{`${config.name} - Binnacle`}</title>
      <PageHeader
        className={config.name.length > LONG_NAME ? 'max-sm:*:basis-full' : ''}
        title={
          <span className="flex min-w-0 gap-2">
            {/* As high as one line, so that it is beside the first line of a long name. */}
            <span className="flex h-lh shrink-0 items-center">
              <ConfigIcon type={config.type} className="size-5 text-muted" />
            </span>
            {config.name}
          </span>
        }
        breadcrumb={[
          { label: 'Catalog', href: CATALOG_PATH },
          { label: config.type, href: `/catalog?configType=${encodeURIComponent(config.type)}` },
        ]}
        badge={
          <>
            {config.deleted_at === null ? (
              config.health !== null && <HealthBadge pill state={config.health} />
            ) : (
              <Badge tone="outline">
                <Trash2 aria-hidden="true" className="size-3" />
                Deleted
              </Badge>
            )}
            <AlertMark as="badge" kind="config" id={config.id} healthy={config.health === 'healthy'} />
            {typeof config.archived_at === 'string' && (
              <Badge tone="outline">
                <Archive aria-hidden="true" className="size-3" />
                Archived
              </Badge>
            )}
            {typeof config.ignored_at === 'string' && (
              <Badge tone="outline">
                <VolumeX aria-hidden="true" className="size-3" />
                Ignored
              </Badge>
            )}
          </>
        }
        actions={
          <>
            {!wide && (
              <Button
                icon={<PanelRight aria-hidden="true" className="size-3.5" />}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                Details
              </Button>
            )}
            <ItemMenu config={config} />
          </>
        }
      />
      {config.renames.length > 0 && (
        <Suspense>
          <RenameOffers config={config} />
        </Suspense>
      )}
      <Tabs label="Item" tabs={tabsOf(config)} value={tab} />
      <div className="flex min-h-0 flex-1 gap-5">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            {tab === 'config' && <DocumentView id={id} name={config.name} document={config.config} />}
            {tab === 'changes' && <ConfigChanges id={id} />}
            {tab === 'insights' && <ConfigInsights id={id} />}
            {tab === 'relationships' && <ConfigRelationships id={id} />}
            {tab === 'impact' && <ConfigImpact id={id} />}
            {tab === 'checks' && <ConfigChecks id={id} />}
          </Suspense>
        </div>
        {wide && (
          <aside
            aria-label="Details"
            className="w-80 shrink-0 overflow-y-auto rounded-panel border border-line bg-surface px-4 py-2"
          >
            <SidePanel config={config} />
          </aside>
        )}
      </div>
      {!wide && (
        <Drawer open={open} onClose={() => setOpen(false)} title="Details" size="small">
          <div className="px-4 py-2">
            <SidePanel config={config} />
          </div>
        </Drawer>
      )}
    </div>
  )
}

function Loading(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4 lg:p-5" aria-hidden="true">
      <Skeleton className="h-12 w-72" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
