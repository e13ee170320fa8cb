import { Badge, Button, Drawer, HealthBadge, Skeleton, Tabs, useMediaQuery } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive, PanelRight, Trash2, VolumeX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { usePathParameter } from '../../../application/address/use-path-parameter.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import type { ItemSubject } from '../../../application/slots/types.ts'
import { Pieces, SectionContent } from '../../../application/slots/slots.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { Gone } from '../gone.tsx'
import { ItemMenu } from '../notes/item-menu.tsx'
import { Missing } from '../missing.tsx'
import { FIRST_TAB } from '../paths.ts'
import { tabOf, useItemTabs } from './tabs.tsx'
import { type ConfigDetail, configQuery } from './queries.ts'
import { SidePanel } from './side-panel.tsx'

/** Characters of a name beside which no buttons fit on a phone. */
const LONG_NAME = 32

const RenameOffers = lazy(async () => {
  const { RenameOffers: component } = await import('../by-hand/rename-offers.tsx')
  return { default: component }
})

/** Width from which the facts are next to the content. */
const WIDE = '(min-width: 64rem)'

/** The page of one item. */
export function ConfigPage(): ReactNode {
  const id = usePathParameter('id')
  const tab = usePathParameter('tab')
  // The first tab has one address, without its name.
  if (tab === FIRST_TAB) return <Missing />
  return <Item key={id} id={id} tab={tab === '' ? FIRST_TAB : tab} />
}

function Item({ id, tab }: { id: string; tab: string }): ReactNode {
  const answer = useQuery(configQuery(id))
  const config = answer.data
  if (config === null) return <Gone id={id} tab={tab} />
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

/** What areas that add to the page know of its item. */
function subjectOf({ id, name, type, health, summary }: ConfigDetail): ItemSubject {
  return { id, name, type, health, counts: summary ?? {} }
}

function ConfigContent({ config, tab }: { config: ConfigDetail; tab: string }): ReactNode {
  const wide = useMediaQuery(WIDE)
  const [open, setOpen] = useState(false)
  const subject = subjectOf(config)
  const { tabs, isPending } = useItemTabs(subject)
  const shown = tabs.find(({ id }) => id === tab)
  if (shown === undefined) return isPending ? <Loading /> : <Missing />
  return (
    <PageFrame
      name={config.name}
      crumbs={[{ label: config.type, href: `/catalog?configType=${encodeURIComponent(config.type)}` }]}
      headerClass={config.name.length > LONG_NAME ? 'max-sm:*:basis-full' : ''}
      title={
        <span className="flex min-w-0 gap-2">
          {/* As high as one line, so that it is beside the first line of a long name. */}
          <span className="flex h-lh shrink-0 items-center">
            <ConfigIcon type={config.type} className="size-5 text-muted" />
          </span>
          {config.name}
        </span>
      }
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
          <Pieces slot="item.badges" subject={subject} />
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
          <Pieces slot="item.actions" subject={subject} />
          <ItemMenu config={config} />
        </>
      }
    >
      {config.renames.length > 0 && (
        <Suspense>
          <RenameOffers config={config} />
        </Suspense>
      )}
      <Tabs label="Item" tabs={tabs.map((section) => tabOf(section, subject))} value={tab} />
      <div className="flex min-h-0 flex-1 gap-5">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <SectionContent key={tab} section={shown} subject={subject} />
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
    </PageFrame>
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
