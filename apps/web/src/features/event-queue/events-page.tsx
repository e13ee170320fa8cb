import { queueStates } from '@binnacle/contract/events'
import { ALL, Button, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { choiceFilter } from '../../application/resource/choice-filter.ts'
import { lazily } from '../../application/pages/lazily.ts'
import { ListPage } from '../../application/resource/list-page.tsx'
import { useSession } from '../../application/session/session.ts'
import { useFilters } from '../../application/address/use-filters.ts'
import { usePathParameter } from '../../application/address/use-path-parameter.ts'
import { ChangeDialog, type QueueAction } from './change-dialog.tsx'
import { eventColumns, stateLabels } from './columns.tsx'
import { eventFilters, eventSearch, eventSortColumns, eventsQuery, textOf } from './queries.ts'

const EventDrawer = lazily(async () => (await import('./event-drawer.tsx')).EventDrawer)

/** The events of one name that wait or failed. */
export function QueuedEventsPage(): ReactNode {
  const name = usePathParameter('name')
  const { values, set, href } = useFilters(eventFilters)
  const { query, sortOrder, pageIndex, pageSize, event } = values
  const state = values.state === ALL ? undefined : values.state
  const list = useQuery(eventsQuery({ name, query, state, sortOrder, pageIndex, pageSize }))
  const [change, setChange] = useState<QueueAction>()
  const mayWrite = useSession().may('write', 'database')
  const selection = {
    name,
    ...(state === undefined ? {} : { state }),
    ...(query === '' ? {} : { query: textOf(query) }),
  }
  const { total = 0, more = false } = list.data ?? {}
  const counted = `${total.toLocaleString('en')}${more ? '+' : ''}`
  const changeAll = (verb: QueueAction['verb']) => setChange({ verb, selection, counted })

  return (
    <>
      <ListPage
        title={name}
        things="events"
        searchPlaceholder="Search by error or consumer"
        search={eventSearch}
        list={list}
        values={values}
        set={set}
        sortColumns={eventSortColumns}
        columns={eventColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => href({ event: id })}
        selectedId={event}
        filters={[
          choiceFilter({
            id: 'state',
            label: 'State',
            value: values.state,
            values: queueStates,
            labels: stateLabels,
            onChange: (chosen) => set({ state: chosen, pageIndex: 0 }),
          }),
        ]}
        actions={
          mayWrite &&
          total > 0 && (
            <>
              {state !== 'waiting' && state !== 'running' && (
                <Button icon={<RotateCcw className="size-3.5" />} onClick={() => changeAll('retry')}>
                  Retry all
                </Button>
              )}
              {state !== 'running' && (
                <Button icon={<Trash2 className="size-3.5" />} onClick={() => changeAll('discard')}>
                  Discard all
                </Button>
              )}
            </>
          )
        }
        onClear={() => set({ query: '', state: ALL, pageIndex: 0 })}
        empty={{
          title: 'No events of this name',
          icon: <ListChecks strokeWidth={1.5} />,
          text: 'Every event of this name was consumed or discarded.',
        }}
      >
        {more && (
          <Notice kind="information">
            More than {total.toLocaleString('en')} events match. Only the first {total.toLocaleString('en')}{' '}
            are listed; Retry all and Discard all change every one.
          </Notice>
        )}
      </ListPage>
      <Suspense>
        {event !== undefined && (
          <EventDrawer
            key={event}
            id={event}
            mayWrite={mayWrite}
            onChange={setChange}
            onClose={() => set({ event: undefined })}
          />
        )}
      </Suspense>
      {change !== undefined && (
        <ChangeDialog
          change={change}
          onClose={() => setChange(undefined)}
          onDone={() => set({ event: undefined })}
        />
      )}
    </>
  )
}
