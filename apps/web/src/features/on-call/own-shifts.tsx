import type { Swap, SwapState } from '@binnacle/contract/on-call'
import { Badge, Button, Panel, Skeleton, useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { useSession } from '../../application/session/session.ts'
import { answerSwap, ON_CALL, ownShiftsQuery, rangeFrom, swapsQuery } from './queries.ts'
import { shiftRange } from './words.ts'

/** Days of which a person sees their shifts. */
const DAYS = 28
/** Most shifts that are listed. */
const MOST_SHIFTS = 5

const stateLabels: Readonly<Record<SwapState, string>> = {
  asked: 'Waits for an answer',
  accepted: 'Accepted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** The next shifts of the person, and requests to swap some. */
export function OwnShifts(): ReactNode {
  const now = useNow('minute')
  const shifts = useQuery(ownShiftsQuery(rangeFrom(now, DAYS)))
  const swaps = useQuery(swapsQuery)
  const listed = shifts.data?.shifts ?? []
  const requests = (swaps.data?.swaps ?? []).filter(
    ({ state, askedAt }) => state === 'asked' || now - Date.parse(askedAt) < 3 * 86_400_000,
  )
  return (
    <Panel title="My shifts" description="In the next four weeks, in your time zone.">
      {(shifts.isPending || swaps.isPending) && <Skeleton className="h-10 w-full" />}
      {shifts.error !== null && shifts.data === undefined && (
        <LoadFailure compact error={shifts.error} queries={[shifts]} />
      )}
      {swaps.error !== null && swaps.data === undefined && (
        <LoadFailure compact error={swaps.error} queries={[swaps]} />
      )}
      {shifts.data !== undefined && listed.length === 0 && (
        <p className="text-secondary">You have no shifts in the next four weeks.</p>
      )}
      {listed.length > 0 && (
        <ul aria-label="My shifts" className="divide-y divide-line">
          {listed.slice(0, MOST_SHIFTS).map((shift) => (
            <li key={`${shift.rota.id} ${shift.from}`} className="flex flex-wrap items-center gap-x-3 py-1.5">
              <span className="font-medium wrap-anywhere">{shift.rota.name}</span>
              <span className="text-secondary numeric">{shiftRange(shift)}</span>
              {Date.parse(shift.from) <= now && <Badge tone="accent">Now</Badge>}
              {shift.overrideId !== null && <Badge>Override</Badge>}
            </li>
          ))}
        </ul>
      )}
      {listed.length > MOST_SHIFTS && (
        <p className="pt-1 text-small text-muted">And {listed.length - MOST_SHIFTS} more.</p>
      )}
      {requests.length > 0 && (
        <>
          <h3 className="mt-3 text-small font-medium text-secondary">Swaps</h3>
          <ul aria-label="Swaps" className="divide-y divide-line">
            {requests.map((request) => (
              <SwapRequest key={request.id} request={request} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function useAnswer(id: string, answer: 'accept' | 'refuse' | 'withdraw', success: string) {
  return useChange({ run: () => answerSwap(id, answer), success, keys: [[ON_CALL]] })
}

function SwapRequest({ request }: { request: Swap }): ReactNode {
  const session = useSession()
  const { id, from, to, give, take, note, state, rota } = request
  const accept = useAnswer(id, 'accept', 'Answer sent')
  const refuse = useAnswer(id, 'refuse', 'Swap refused')
  const withdraw = useAnswer(id, 'withdraw', 'Request withdrawn')
  const isMine = from.id === session.id
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">
          {isMine ? `You asked ${to.name} to take` : `${from.name} asks you to take`}{' '}
          <span className="numeric">{shiftRange(give)}</span> in {rota.name}
          {take !== null && (
            <>
              , in exchange for <span className="numeric">{shiftRange(take)}</span>
            </>
          )}
          .
        </p>
        {note !== null && <p className="text-secondary wrap-anywhere">{note}</p>}
      </div>
      {state !== 'asked' && <Badge>{stateLabels[state]}</Badge>}
      {state === 'asked' && isMine && (
        <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
        </Button>
      )}
      {state === 'asked' && !isMine && (
        <div className="flex gap-2">
          <Button size="small" loading={refuse.isPending} onClick={() => refuse.mutate()}>
            Refuse
          </Button>
          <Button size="small" variant="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
            Accept
          </Button>
        </div>
      )}
    </li>
  )
}
