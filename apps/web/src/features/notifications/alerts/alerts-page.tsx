import { subjectKindLabels, subjectKinds } from '@binnacle/contract/kinds'
import { type AlertRow, alertSortColumns } from '@binnacle/contract/notifications'
import { severities } from '@binnacle/contract/health'
import { ALL, Checkbox, type FilterControl, Tabs } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { useFilters } from '../../../application/address/use-filters.ts'
import { NotificationTabs } from '../../../application/pages/notification-tabs.tsx'
import { choiceFilter } from '../../../application/resource/choice-filter.ts'
import { List } from '../../../application/resource/list-page.tsx'
import { useSession } from '../../../application/session/session.ts'
import { ruleNamesQuery } from '../history/queries.ts'
import { alertHref } from '../paths.ts'
import { BulkBar } from './bulk-bar.tsx'
import { alertColumns } from './columns.tsx'
import { alertFilters, type AlertValues, noAlertFilters, stateChoices, type StateChoice } from './filters.ts'
import { alertFacetsQuery, alertListQuery, alertSearch } from './queries.ts'
import { useAct } from './use-act.ts'
import { alertStateLabels } from './words.tsx'

const labels: Readonly<Record<StateChoice, string>> = {
  current: 'All open',
  ...alertStateLabels,
  open: 'Not acknowledged',
}

const nothing: Readonly<Record<StateChoice, { title: string; text: string }>> = {
  current: {
    title: 'No alert is open',
    text: 'Each resource with a problem that a rule or an escalation policy looks at has one alert here until it is over.',
  },
  open: {
    title: 'Nothing to acknowledge',
    text: 'Alerts that nobody has acknowledged or snoozed are listed here.',
  },
  acknowledged: {
    title: 'No alert is acknowledged',
    text: 'Alerts that somebody takes care of are listed here until they are over.',
  },
  snoozed: { title: 'No alert is snoozed', text: 'Alerts that rest are listed here until their time ends.' },
  over: {
    title: 'No alert is over',
    text: 'Alerts stay here for a while after their end, with why they ended.',
  },
}

/** A filter by one of the values that are known, or the one that the address has. */
function textFilter(setup: {
  id: string
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}): FilterControl {
  const { value, options, onChange, ...control } = setup
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return {
    kind: 'choice',
    ...control,
    value: value ?? ALL,
    neutral: ALL,
    options: [{ value: ALL, label: 'All' }, ...options, ...(isKnown ? [] : [{ value, label: value }])],
    onChange: (chosen) => onChange(chosen === ALL ? undefined : chosen),
  }
}

function useControls(values: AlertValues, set: (changes: Partial<AlertValues>) => void): FilterControl[] {
  const rules = useQuery(ruleNamesQuery).data ?? []
  const namespaces = useQuery(alertFacetsQuery).data?.namespaces ?? []
  return [
    {
      kind: 'toggle',
      id: 'mine',
      label: 'Mine',
      value: values.mine,
      neutral: false,
      onChange: (mine) => set({ mine, pageIndex: 0 }),
    },
    {
      kind: 'choice',
      id: 'severity',
      label: 'Severity',
      value: values.severity,
      neutral: ALL,
      options: [
        { value: ALL, label: 'All' },
        ...severities.toReversed().map((severity) => ({ value: severity, label: severity })),
      ],
      onChange: (text) =>
        set({ severity: severities.find((severity) => severity === text) ?? ALL, pageIndex: 0 }),
    },
    choiceFilter({
      id: 'kind',
      label: 'Kind',
      value: values.kind,
      values: subjectKinds,
      labels: subjectKindLabels,
      onChange: (kind) => set({ kind, pageIndex: 0 }),
    }),
    textFilter({
      id: 'namespace',
      label: 'Namespace',
      value: values.namespace,
      options: namespaces.map((namespace) => ({ value: namespace, label: namespace })),
      onChange: (namespace) => set({ namespace, pageIndex: 0 }),
    }),
    textFilter({
      id: 'rule',
      label: 'Rule',
      value: values.rule,
      options: rules.map(({ id, name }) => ({ value: id, label: name })),
      onChange: (rule) => set({ rule, pageIndex: 0 }),
    }),
  ]
}

const noRows: readonly AlertRow[] = []

/** Open alerts: what is wrong, who was told of it, and what comes next. */
export function AlertsPage(): ReactNode {
  const { values, set, href } = useFilters(alertFilters)
  const session = useSession()
  const list = useQuery(alertListQuery({ ...values, person: session.id }))
  const counts: Readonly<Partial<Record<StateChoice, number>>> | undefined =
    useQuery(alertFacetsQuery).data?.counts
  const filters = useControls(values, set)
  const [ids, choose] = useState<ReadonlySet<string>>(new Set())
  const act = useAct(() => choose(new Set()))
  const mayAct = session.may('write', 'responder')
  const rows = list.data?.rows ?? noRows
  const chosen = rows.filter(({ id }) => ids.has(id))
  function toggle(id: string): void {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  return (
    <PageFrame title="Alerts">
      <NotificationTabs value="alerts" />
      <Tabs
        label="Alerts by state"
        tabs={stateChoices.map((state) => ({
          id: state,
          label: labels[state],
          href: href({ state, pageIndex: 0 }),
          ...(counts?.[state] === undefined ? {} : { count: counts[state] }),
        }))}
        value={values.state}
      />
      {mayAct && (
        <BulkBar
          rows={rows}
          chosen={chosen}
          onChoose={(all) => choose(new Set(all))}
          busy={act.isPending}
          silences={session.may('write', 'notifications')}
          onAct={act.mutate}
        />
      )}
      <List
        fill
        title="Alerts"
        things="alerts"
        searchPlaceholder="Search by resource or reason"
        search={alertSearch}
        list={list}
        values={values}
        set={set}
        sortColumns={alertSortColumns}
        columns={alertColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => alertHref(id)}
        filters={filters}
        onClear={() => set(noAlertFilters)}
        {...(mayAct && {
          renderRowActions: (alert: AlertRow) => (
            <Checkbox
              hideLabel
              label={`Choose ${alert.resource_name}`}
              checked={ids.has(alert.id)}
              onChange={() => toggle(alert.id)}
            />
          ),
        })}
        empty={{ ...nothing[values.state], icon: <BellRing strokeWidth={1.5} /> }}
      />
    </PageFrame>
  )
}
