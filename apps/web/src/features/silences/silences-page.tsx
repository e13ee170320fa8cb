import { type SilenceState, silenceStates } from '@binnacle/contract/notifications'
import { buttonClass, PlainLink, Tabs, timeZone, useChosenTimeZone } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { BellOff, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { PageFrame } from '../../application/resource/page-frame.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { NotificationTabs } from '../../application/pages/notification-tabs.tsx'
import { List } from '../../application/resource/list-page.tsx'
import { useSession } from '../../application/session/session.ts'
import { silenceColumns } from './columns.tsx'
import { silenceFilters } from './filters.ts'
import { ADD_SILENCE_PATH } from './paths.ts'
import { silenceCountsQuery, silenceListQuery, silenceSearch, silenceSortColumns } from './queries.ts'

const SilenceDialog = lazy(async () => {
  const { SilenceDialog: component } = await import('./silence-dialog.tsx')
  return { default: component }
})

const labels: Readonly<Record<SilenceState, string>> = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
}

const nothing: Readonly<Record<SilenceState, { title: string; text: string }>> = {
  active: {
    title: 'Nothing is silenced',
    text: 'Everyone is told about everything. A silence suppresses messages about chosen resources for a while; checks go on.',
  },
  scheduled: {
    title: 'No silence is scheduled',
    text: 'A silence that starts later, such as for maintenance at night, waits here until then.',
  },
  expired: { title: 'No silence has expired', text: 'Silences stay here after their end.' },
}

/** Whether a person may add silences. Source: RBAC-034, RBAC-035. */
function useMayAddSilence(): boolean {
  const session = useSession()
  return session.may('write', 'notifications') || session.may('write', 'database')
}

/** Silences and maintenance windows. */
export function SilencesPage(): ReactNode {
  const { values, set, href } = useFilters(silenceFilters)
  const { id, ...wanted } = values
  const { state } = wanted
  const list = useQuery(silenceListQuery(wanted))
  const counts = useQuery(silenceCountsQuery).data
  const zone = useChosenTimeZone() ?? timeZone()
  const columns = useMemo(() => silenceColumns(zone), [zone])
  const mayAdd = useMayAddSilence()

  return (
    <>
      <PageFrame
        title="Silences"
        actions={
          mayAdd && (
            <PlainLink href={ADD_SILENCE_PATH} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden="true" className="size-3.5" />
              Add silence
            </PlainLink>
          )
        }
      >
        <NotificationTabs value="silences" />
        <Tabs
          label="Silences by time"
          tabs={silenceStates.map((each) => ({
            id: each,
            label: labels[each],
            // What ended last is what somebody looks for.
            href: href({ state: each, sortOrder: each === 'expired' ? 'desc' : 'asc', pageIndex: 0 }),
            ...(counts === undefined ? {} : { count: counts[each] ?? 0 }),
          }))}
          value={state}
        />
        <List
          fill
          title="Silences"
          things="silences"
          searchPlaceholder="Search by name, reason or filter"
          search={silenceSearch}
          list={list}
          values={values}
          set={set}
          sortColumns={silenceSortColumns}
          columns={columns}
          rowId={(silence) => silence.id}
          rowHref={(silence) => href({ id: silence.id })}
          selectedId={id}
          onClear={() => set({ query: '', pageIndex: 0 })}
          empty={{ ...nothing[state], icon: <BellOff strokeWidth={1.5} /> }}
        />
      </PageFrame>
      <Suspense>
        {id !== undefined && <SilenceDialog key={id} id={id} onClose={() => set({ id: undefined })} />}
      </Suspense>
    </>
  )
}
