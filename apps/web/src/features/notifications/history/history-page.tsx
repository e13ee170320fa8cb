import { historySortColumns, type SendHistoryRow } from '@binnacle/contract/notifications'
import {
  ALL,
  Badge,
  type FilterControl,
  readTimeRange,
  TextLink,
  TimeRangePicker,
  writeTimeRange,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type ReactNode, Suspense, useMemo } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { useFilters } from '../../../application/address/use-filters.ts'
import { lazily } from '../../../application/pages/lazily.ts'
import { List } from '../../../application/resource/list-page.tsx'
import { useSession } from '../../../application/session/session.ts'
import { NotificationTabs } from '../../../application/pages/notification-tabs.tsx'
import { historyColumns } from './columns.tsx'
import { historyFilters, kindOptions, noFilters, statusOptions } from './filters.ts'
import { historyQuery, historySearch, ruleNamesQuery } from './queries.ts'

const DetailsDialog = lazily(async () => (await import('./details-dialog.tsx')).DetailsDialog)

/** A choice among things with ids. What the address names stays an option even if the list does not have it. */
function idFilter(setup: {
  id: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}): FilterControl {
  const { value = ALL, options, onChange, ...control } = setup
  const known = value === ALL || options.some((option) => option.value === value)
  return {
    kind: 'choice',
    ...control,
    value,
    neutral: ALL,
    options: [{ value: ALL, label: 'All' }, ...options, ...(known ? [] : [{ value, label: value }])],
    onChange: (chosen) => onChange(chosen === ALL ? undefined : chosen),
  }
}

/** The resources of some rows, each once. */
function namesOf(rows: readonly SendHistoryRow[]): { value: string; label: string }[] {
  const names = new Map(rows.map(({ resource }) => [resource.id, resource.name]))
  return Array.from(names, ([value, label]) => ({ value, label }))
}

/** What was sent, what waits, and what was not sent. */
export function HistoryPage(): ReactNode {
  const { values, set, href } = useFilters(historyFilters)
  const { timeRange, from, to, id, ...wanted } = values
  const range = useMemo(() => readTimeRange({ timeRange, from, to }), [timeRange, from, to])
  const list = useQuery(historyQuery({ ...wanted, range }))
  const rules = useQuery(ruleNamesQuery)
  const session = useSession()
  const recipients = useMemo(() => {
    const found = (rules.data ?? []).flatMap(({ person, team }) => [
      ...(person === null ? [] : [[`person:${person.id}`, person.name] as const]),
      ...(team === null ? [] : [[`team:${team.id}`, team.name] as const]),
    ])
    return [...new Map(found)].map(([value, label]) => ({ value, label }))
  }, [rules.data])
  const filters: FilterControl[] = [
    {
      kind: 'triState',
      id: 'status',
      label: 'Status',
      value: values.status,
      options: statusOptions,
      onChange: (status) => set({ status, pageIndex: 0 }),
    },
    {
      kind: 'triState',
      id: 'resourceType',
      label: 'Resource Type',
      value: values.resourceType,
      options: kindOptions,
      onChange: (resourceType) => set({ resourceType, pageIndex: 0 }),
    },
    idFilter({
      id: 'rule',
      label: 'Rule',
      value: values.rule,
      options: (rules.data ?? []).map((rule) => ({ value: rule.id, label: rule.name })),
      onChange: (rule) => set({ rule, pageIndex: 0 }),
    }),
    ...(values.resource === undefined
      ? []
      : [
          idFilter({
            id: 'resource',
            label: 'Resource',
            value: values.resource,
            options: namesOf(list.data?.rows ?? []),
            onChange: (resource) => set({ resource, pageIndex: 0 }),
          }),
        ]),
    idFilter({
      id: 'recipient',
      label: 'Recipient',
      value: values.recipient,
      options: recipients,
      onChange: (recipient) => set({ recipient, pageIndex: 0 }),
    }),
  ]
  return (
    <PageFrame
      title="Notifications"
      badge={list.data === undefined ? null : <Badge>{list.data.total.toLocaleString('en')}</Badge>}
      actions={
        <TimeRangePicker
          align="end"
          value={range}
          onChange={(chosen) => set({ ...writeTimeRange(chosen), pageIndex: 0 })}
        />
      }
    >
      <NotificationTabs value="notifications" />
      <List
        title="Notifications"
        things="notifications"
        searchPlaceholder="Search by resource or recipient"
        search={historySearch}
        list={list}
        values={values}
        set={set}
        sortColumns={historySortColumns}
        columns={historyColumns}
        rowId={(row) => row.id}
        rowHref={(row) => href({ id: row.id })}
        selectedId={id}
        filters={filters}
        onClear={() => set(noFilters)}
        empty={{
          title: range === undefined ? 'Nothing was sent yet' : 'Nothing was sent in this time range',
          icon: <Bell strokeWidth={1.5} />,
          text: 'Each message that a rule decides on is listed here, sent or not, with the reason.',
          actions: rules.data?.length === 0 && session.may('write', 'notifications') && (
            <TextLink href="/notifications/rules?add=true">Add the first rule</TextLink>
          ),
        }}
        fill
      />
      <Suspense>
        {id !== undefined && (
          <DetailsDialog
            key={id}
            id={id}
            onSent={(sent) => set({ id: sent })}
            onClose={() => set({ id: undefined })}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}
