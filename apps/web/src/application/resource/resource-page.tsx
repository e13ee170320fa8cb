import { EmptyState, Notice, Skeleton, Tabs } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { RequestFailure } from '../requests/failure.ts'
import { LoadFailure } from '../pages/load-failure.tsx'
import { useVisitor } from '../pages/open-pages.ts'
import { type Page, pageState } from '../pages/pages.ts'
import { useAddress } from '../address/use-filters.ts'
import { usePathParameter } from '../address/use-path-parameter.ts'
import { SectionContent, shownOf, useSlot } from '../slots/slots.tsx'
import type { RowSubject } from '../slots/types.ts'
import { PageFrame } from './page-frame.tsx'
import type { Resource } from './resource.ts'

/** A section of a page. With several sections, each one has a tab. */
export interface PageSection<Item> {
  /** Value of the URL parameter `tab`. */
  id: string
  label: string
  /** Required right and feature. Default: those of the page. */
  gate?: Pick<Page, 'access' | 'feature'>
  component: ComponentType<{ item: Item }>
}

/** Description of the page of one row of a resource. */
export interface ResourcePageDefinition<Item extends object> {
  /** Title while the row is loading. */
  title: string
  /** Returns the query key. It begins with the live topic, whose changes name the row by the same id. */
  keyOf: (id: string) => readonly string[]
  /** Loads the row; null if there is no row with this id. */
  load: (id: string, signal: AbortSignal) => Promise<Item | null>
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  iconOf?: (item: Item) => ReactNode
  badge?: (item: Item) => ReactNode
  /** Links and buttons next to the title. */
  Actions?: ComponentType<{ item: Item }>
  /** Text if there is no row with this id. */
  missing: string
  sections: readonly [PageSection<Item>, ...PageSection<Item>[]]
  /** Returns what other areas need to add tabs to the page. Default: they add none. */
  subjectOf?: (item: Item) => RowSubject
}

const MISSING: ReadonlySet<number> = new Set([400, 404])

/** Page of one row, with all its states: loading, not found, failed and loaded. */
export function ResourcePage<Row extends object, Column extends string, Item extends object>(props: {
  resource: Resource<Row, Column>
  page: ResourcePageDefinition<Item>
}): ReactNode {
  const { resource, page } = props
  const { icon: Icon } = resource
  const id = usePathParameter('id')
  const found = useQuery({
    queryKey: page.keyOf(id),
    meta: { shows: [id] },
    queryFn: ({ signal }) => page.load(id, signal),
  })
  const { data: item, error } = found
  const isMissing = item === null || (error instanceof RequestFailure && MISSING.has(error.status))
  if (item !== undefined && item !== null)
    return <LoadedPage key={page.idOf(item)} page={page} item={item} isDeleted={isMissing} />
  return (
    <PageFrame size="small" title={page.title}>
      {found.isPending && <Skeleton className="h-96 w-full" />}
      {isMissing && (
        <EmptyState title="No resources found" icon={<Icon strokeWidth={1.5} />}>
          {page.missing}
        </EmptyState>
      )}
      {error !== null && !isMissing && <LoadFailure error={error} queries={[found]} />}
    </PageFrame>
  )
}

function LoadedPage<Item extends object>(props: {
  page: ResourcePageDefinition<Item>
  item: Item
  /** Whether somebody deleted it while the page was open. The page stays, so that nothing that was written is lost. */
  isDeleted: boolean
}): ReactNode {
  const { page, item } = props
  const { Actions } = page
  const icon = page.iconOf?.(item)
  const name = page.nameOf(item)
  return (
    <PageFrame
      size="small"
      name={name}
      title={
        icon === undefined ? (
          name
        ) : (
          <span className="flex items-center gap-2">
            {icon}
            {name}
          </span>
        )
      }
      badge={page.badge?.(item)}
      actions={Actions !== undefined && <Actions item={item} />}
    >
      {props.isDeleted && (
        <Notice kind="warning">
          {`The ${page.title.toLowerCase()} was deleted meanwhile. This page shows how it was.`}
        </Notice>
      )}
      <Sections page={page} item={item} />
    </PageFrame>
  )
}

const TAB = 'tab'

interface ShownTab {
  id: string
  label: string
  content: ReactNode
}

/** The tabs of the page and those that other areas add. */
function useTabs<Item extends object>(page: ResourcePageDefinition<Item>, item: Item) {
  const visitor = useVisitor()
  const subject = page.subjectOf?.(item)
  const { fills, isPending } = useSlot('row.tabs')
  const own = page.sections
    .filter(({ gate }) => gate === undefined || pageState(gate, visitor) === 'open')
    .map(({ id, label, component: Content }): ShownTab => ({ id, label, content: <Content item={item} /> }))
  const others =
    subject === undefined
      ? []
      : shownOf(fills, subject).map((section): ShownTab => {
          const { id, label } = section
          return { id, label, content: <SectionContent section={section} subject={subject} /> }
        })
  return { tabs: [...own, ...others], isPending: subject !== undefined && isPending }
}

function Sections<Item extends object>(props: { page: ResourcePageDefinition<Item>; item: Item }): ReactNode {
  const { page, item } = props
  const address = useAddress()
  const [first] = page.sections
  const { tabs, isPending } = useTabs(page, item)
  const wanted = address.search.get(TAB)
  const open = tabs.find(({ id }) => id === wanted) ?? tabs.find(({ id }) => id === first.id)
  // The tab of another area may still come: the first one would be drawn for nothing.
  const waits = isPending && wanted !== null && open?.id !== wanted
  const searchOf = (id: string) => {
    const search = new URLSearchParams(address.search)
    if (id === first.id) search.delete(TAB)
    else search.set(TAB, id)
    return search
  }
  const content = waits ? <Skeleton className="h-96 w-full" /> : open?.content
  if (tabs.length === 1 && !isPending) return content
  return (
    <Tabs
      label={page.title}
      tabs={tabs.map(({ id, label }) => ({ id, label, href: address.href(searchOf(id)) }))}
      value={(waits ? wanted : open?.id) ?? first.id}
      panelClassName="pt-4"
      onChange={(id) => address.replace(searchOf(id))}
    >
      {content}
    </Tabs>
  )
}
