import { HOUR } from '@binnacle/contract/core'
import type { RotaSummary, Shift } from '@binnacle/contract/on-call'
import {
  Badge,
  Button,
  EmptyState,
  type MenuSection,
  Panel,
  PlainLink,
  Select,
  Skeleton,
  useNow,
  useToast,
  type Href,
} from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { messageOf } from '../../application/requests/queries.ts'
import { lazily } from '../../application/pages/lazily.ts'
import { useSession } from '../../application/session/session.ts'
import { NEW, onCallFilters, type Span } from './filters.ts'
import { OwnShifts } from './own-shifts.tsx'
import { ON_CALL, rangeFrom, removeOverride, rotasQuery, shiftsQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { holderName, shiftTime } from './words.ts'

const RotaDialog = lazily(async () => (await import('./rota-dialog.tsx')).RotaDialog)
const OverrideDialog = lazily(async () => (await import('./override-dialog.tsx')).OverrideDialog)
const SwapDialog = lazily(async () => (await import('./swap-dialog.tsx')).SwapDialog)

const spanOptions: readonly { value: Span; label: string }[] = [
  { value: '2', label: '2 days' },
  { value: '7', label: '1 week' },
  { value: '14', label: '2 weeks' },
]

/** A dialog about a shift of a rota. */
interface OpenDialog {
  dialog: 'override' | 'swap'
  rota: RotaSummary
  shift: Pick<Shift, 'from' | 'to'>
}

/** Every rota: who is on call now and next, and the next days. */
export function RotasTab(): ReactNode {
  const { values, set, href } = useFilters(onCallFilters)
  const rotas = useQuery(rotasQuery)
  const mayWrite = useSession().may('write', 'notifications')
  const [opened, setOpened] = useState<OpenDialog>()
  const all = rotas.data?.rotas ?? []
  const shown = values.rota === undefined ? all : all.filter(({ id }) => id === values.rota)
  const close = () => set({ edit: undefined })
  return (
    <div className="flex flex-col gap-4">
      <OwnShifts />
      {rotas.isPending && <Skeleton className="h-40 w-full" />}
      {rotas.error !== null && rotas.data === undefined && (
        <LoadFailure error={rotas.error} queries={[rotas]} />
      )}
      {rotas.data !== undefined && all.length === 0 && (
        <EmptyState title="No rotas" icon={<CalendarClock strokeWidth={1.5} />}>
          A rota says who is on call when. Escalation policies tell the person on call at that time.
        </EmptyState>
      )}
      {rotas.data !== undefined && all.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Time shown"
            value={values.span}
            options={spanOptions}
            onChange={(span) => set({ span })}
          />
          {values.rota !== undefined && (
            <PlainLink href={href({ rota: undefined })} className="text-accent-text hover:underline">
              Show all rotas
            </PlainLink>
          )}
        </div>
      )}
      {rotas.data !== undefined && all.length > 0 && shown.length === 0 && (
        <EmptyState title="This rota was deleted" icon={<CalendarClock strokeWidth={1.5} />} compact>
          Somebody deleted it.
        </EmptyState>
      )}
      {shown.map((rota) => (
        <RotaPanel
          key={rota.id}
          rota={rota}
          days={Number(values.span)}
          editHref={mayWrite ? href({ edit: rota.id }) : undefined}
          onOpen={setOpened}
        />
      ))}
      <Suspense>
        {values.edit !== undefined && mayWrite && (
          <RotaDialog key={values.edit} id={values.edit === NEW ? undefined : values.edit} onClose={close} />
        )}
        {opened?.dialog === 'override' && <OverrideDialog {...opened} onClose={() => setOpened(undefined)} />}
        {opened?.dialog === 'swap' && <SwapDialog {...opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </div>
  )
}

function RotaPanel(props: {
  rota: RotaSummary
  days: number
  editHref: Href | undefined
  onOpen: (opened: OpenDialog) => void
}): ReactNode {
  const { rota, days, editHref, onOpen } = props
  const session = useSession()
  const now = useNow('minute')
  const range = rangeFrom(now, days)
  const shifts = useQuery(shiftsQuery(rota.id, range))
  const remove = useRemoveOverride()
  const people = rota.participants.map((id) => ({ id, name: '' }))

  function actionsOf(shift: Shift): MenuSection[] {
    const items: MenuSection['items'] = [
      ...(rota.mayOverride
        ? [
            {
              id: 'override',
              label: 'Add override',
              onSelect: () => onOpen({ dialog: 'override', rota, shift }),
            },
          ]
        : []),
      ...(shift.person?.id === session.id
        ? [{ id: 'swap', label: 'Ask for a swap', onSelect: () => onOpen({ dialog: 'swap', rota, shift }) }]
        : []),
      ...(shift.overrideId !== null && rota.mayOverride
        ? [
            {
              id: 'remove',
              label: 'Remove override',
              danger: true,
              onSelect: () => remove.mutate(shift.overrideId ?? ''),
            },
          ]
        : []),
    ]
    return items.length === 0 ? [] : [{ id: 'shift', heading: holderName(shift), items }]
  }

  return (
    <Panel
      title={rota.name}
      badge={rota.team !== null && <Badge>{rota.team.name}</Badge>}
      description={rota.description ?? undefined}
      actions={
        <div className="flex flex-wrap gap-2">
          {rota.mayOverride && (
            <Button size="small" onClick={() => onOpen({ dialog: 'override', rota, shift: nextHours(now) })}>
              Add override
            </Button>
          )}
          {editHref !== undefined && (
            <PlainLink href={editHref} className="self-center px-1 text-accent-text hover:underline">
              Edit<span className="sr-only"> {rota.name}</span>
            </PlainLink>
          )}
        </div>
      }
    >
      <dl className="mb-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Holder
          label="Now"
          shift={rota.now}
          time={rota.goesOn ? 'until further notice' : `until ${shiftTime(rota.now.to)}`}
        />
        {rota.next === null ? (
          <div>
            <dt className="text-small text-muted">Next</dt>
            <dd className="text-secondary">Nobody else in the next days</dd>
          </div>
        ) : (
          <Holder label="Next" shift={rota.next} time={`from ${shiftTime(rota.next.from)}`} />
        )}
      </dl>
      {shifts.isPending && <Skeleton className="h-14 w-full" />}
      {shifts.error !== null && shifts.data === undefined && (
        <LoadFailure compact error={shifts.error} queries={[shifts]} />
      )}
      {shifts.data !== undefined && (
        <Timeline
          label={`Shifts of ${rota.name}`}
          shifts={shifts.data.shifts}
          range={range}
          people={people}
          actionsOf={actionsOf}
        />
      )}
    </Panel>
  )
}

function Holder(props: { label: string; shift: Shift; time: string }): ReactNode {
  const { shift } = props
  return (
    <div>
      <dt className="text-small text-muted">{props.label}</dt>
      <dd>
        <span className={shift.person === null ? 'font-semibold text-unhealthy' : 'font-semibold'}>
          {shift.person === null ? 'Nobody is on call' : holderName(shift)}
        </span>{' '}
        <span className="text-secondary">{props.time}</span>
        {shift.overrideId !== null && <span className="text-secondary"> · override</span>}
      </dd>
    </div>
  )
}

/** The next eight hours, from the start of this hour: what a form offers first. */
function nextHours(now: number): Pick<Shift, 'from' | 'to'> {
  const from = Math.floor(now / HOUR) * HOUR
  return { from: new Date(from).toISOString(), to: new Date(from + 8 * HOUR).toISOString() }
}

/** Removes an override. A toast says whether it worked. */
function useRemoveOverride() {
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: removeOverride,
    onSuccess: () => toast.success('Override removed'),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [ON_CALL] }),
  })
}
