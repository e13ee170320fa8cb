import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  AllGoodState,
  Button,
  DataTable,
  EmptyState,
  FilterBar,
  HealthCounts,
  PageHeader,
  Pagination,
  type Sort,
  TextLink,
} from '../../src/index.ts'
import { CheckDrawer } from './check-drawer.tsx'
import { checks, groupsOf, type SampleCheck, type SampleGroup } from './checks.ts'
import { checkColumns } from './columns.tsx'
import { SampleShell } from './shell.tsx'

declare module '@binnacle/ui' {
  interface LinkAddresses {
    /** Stories lead to other stories only. */
    stories: `?story=${string}`
  }
}

/** Which world the page shows. */
export type Variant = 'failing' | 'healthy' | 'empty'

const rowsOf: Readonly<Record<Variant, readonly SampleCheck[]>> = { failing: checks, healthy: [], empty: [] }

function EmptyChecks({ variant }: { variant: Variant }): ReactNode {
  if (variant === 'healthy')
    return (
      <AllGoodState title="All 14 checks are passing">
        Nothing to look at. <TextLink href="#all">Show passing checks</TextLink>
      </AllGoodState>
    )
  return (
    <EmptyState
      title="No checks yet"
      actions={
        <>
          <Button variant="primary" icon={<Plus className="size-3.5" />}>
            Add a check
          </Button>
          <Button>Load the demonstration</Button>
        </>
      }
    >
      A check asks one of your systems at regular times whether it is well, and tells you when it is not.
    </EmptyState>
  )
}

/** The health dashboard as an operator sees it. */
export function HealthPage(props: { variant: Variant; openId?: string }): ReactNode {
  const { variant } = props
  const rows = rowsOf[variant]
  const [collapsed, setCollapsed] = useState<readonly string[]>([])
  const [sort, setSort] = useState<Sort>()
  const [query, setQuery] = useState('')
  const [status, setStatus] = useState('all')
  const [hidePassing, setHidePassing] = useState(variant === 'healthy')
  const [open, setOpen] = useState(props.openId)
  const counts =
    variant === 'failing'
      ? { healthy: 11, unhealthy: 2, unknown: 1 }
      : { healthy: 14, unhealthy: 0, unknown: 0 }
  return (
    <SampleShell>
      <div className="mx-auto flex min-h-full max-w-screen-2xl flex-col gap-3 p-3 sm:p-4 md:h-full lg:p-5">
        <PageHeader
          title="Health"
          badge={variant === 'empty' ? undefined : <HealthCounts counts={counts} />}
          actions={
            <Button variant="primary" icon={<Plus className="size-3.5" />}>
              Add check
            </Button>
          }
        />
        {variant !== 'empty' && (
          <FilterBar
            search={{
              value: query,
              onSearch: setQuery,
              label: 'Search checks',
              placeholder: 'Search by name, description, or endpoint',
            }}
            onClearAll={() => {
              setQuery('')
              setStatus('all')
              setHidePassing(false)
            }}
            filters={[
              {
                kind: 'choice',
                id: 'status',
                label: 'Status',
                value: status,
                neutral: 'all',
                onChange: setStatus,
                options: [
                  { value: 'all', label: 'All' },
                  { value: 'unhealthy', label: 'Unhealthy', count: counts.unhealthy },
                  { value: 'unknown', label: 'Unknown', count: counts.unknown },
                  { value: 'healthy', label: 'Healthy', count: counts.healthy },
                ],
              },
              {
                kind: 'toggle',
                id: 'hidePassing',
                label: 'Hide passing',
                value: hidePassing,
                neutral: false,
                onChange: setHidePassing,
              },
            ]}
          />
        )}
        <DataTable<SampleCheck, SampleGroup>
          label="Checks"
          fill
          columns={checkColumns}
          rows={rows.filter((check) => !collapsed.includes(check.group))}
          rowId={(check) => check.id}
          rowHref={(check) => `?story=Screen: check&open=${check.id}`}
          renderLink={({ children, ...link }) => (
            <a
              {...link}
              href={link.href}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                setOpen(new URLSearchParams(link.href).get('open') ?? undefined)
              }}
            >
              {children}
            </a>
          )}
          selectedId={open}
          sort={sort}
          onSortChange={setSort}
          empty={<EmptyChecks variant={variant} />}
          grouping={{
            groups: groupsOf(rows),
            groupId: (group) => group.id,
            groupOf: (check) => check.group,
            groupName: (group) => group.name,
            collapsed: (group) => collapsed.includes(group.id),
            onToggle: (group) =>
              setCollapsed((ids) =>
                ids.includes(group.id) ? ids.filter((id) => id !== group.id) : [...ids, group.id],
              ),
          }}
        />
        {rows.length > 0 && (
          <Pagination pageIndex={0} pageSize={50} total={rows.length} onChange={() => undefined} />
        )}
      </div>
      <CheckDrawer check={rows.find((check) => check.id === open)} onClose={() => setOpen(undefined)} />
    </SampleShell>
  )
}
