import type { LinkedAlert } from '@binnacle/contract/notifications'
import { Button, FullTime, Notice, Skeleton, TextLink } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePathEnd } from '../../application/address/use-path-end.ts'
import { useLastingFailure } from '../../application/requests/queries.ts'
import { IdentityCard } from '../identity/index.ts'
import { AlertFacts } from './acknowledge/alert-facts.tsx'
import { FailureNotice, isRefusal } from './acknowledge/failure-notice.tsx'
import { acknowledgeByLink, linkedAlertQuery, signedInQuery } from './acknowledge/queries.ts'

const titles: Readonly<Record<LinkedAlert['state'], string>> = {
  open: 'Something is wrong',
  acknowledged: 'Acknowledged',
  over: 'It is over',
}

/**
 * Page of the link in a message, for people who are not signed in. Opening it changes nothing, because programs that
 * look for harmful links open every link of an email; pressing the button acknowledges.
 */
export function AcknowledgePage(): ReactNode {
  const token = usePathEnd()
  const found = useQuery(linkedAlertQuery(token))
  const failure = useLastingFailure(found)
  const { data: signedIn = false } = useQuery(signedInQuery)
  const alert = found.data
  return (
    <IdentityCard
      title={alert === undefined ? 'Alert' : titles[alert.state]}
      footer={<TextLink href={signedIn ? '/' : '/login'}>{signedIn ? 'Open Binnacle' : 'Sign in'}</TextLink>}
    >
      {alert !== undefined ? (
        <AlertCard token={token} alert={alert} linked={signedIn} />
      ) : failure === null ? (
        <Skeleton className="h-56 w-full" />
      ) : (
        <FailureNotice
          error={failure}
          retry={{ run: () => void found.refetch(), running: found.isFetching }}
        />
      )}
    </IdentityCard>
  )
}

function AlertCard(props: { token: string; alert: LinkedAlert; linked: boolean }): ReactNode {
  const { token, alert, linked } = props
  const queries = useQueryClient()
  const press = useMutation({
    mutationFn: () => acknowledgeByLink(token),
    onSuccess(result) {
      if (result.ok) queries.setQueryData(linkedAlertQuery(token).queryKey, result.value)
    },
  })
  const failure = press.data?.ok === false ? press.data.failure : press.error
  return (
    <div className="flex flex-col gap-5">
      <AlertFacts alert={alert} linked={linked} />
      {alert.state === 'acknowledged' && <Acknowledged alert={alert} />}
      {alert.state === 'over' && <Notice kind="success">There is nothing to acknowledge any more.</Notice>}
      {alert.state === 'open' && (
        <div className="flex flex-col gap-3">
          {failure !== null && <FailureNotice error={failure} />}
          {!isRefusal(failure) && (
            <>
              <Button
                variant="primary"
                className="min-h-13 w-full text-lead!"
                loading={press.isPending}
                onClick={() => press.mutate()}
              >
                Acknowledge
              </Button>
              <p className="text-secondary wrap-anywhere">
                {`Others then see that ${alert.name} takes care of it, and nobody else is told until it is over.`}
              </p>
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Acknowledged({ alert: { acknowledgedBy, acknowledgedUntil } }: { alert: LinkedAlert }): ReactNode {
  const who = acknowledgedBy === null || acknowledgedBy === '' ? 'Somebody' : acknowledgedBy
  return (
    <Notice kind="success">
      {`${who} takes care of it. Nobody else is told until `}
      {acknowledgedUntil === null ? 'it is over' : <FullTime date={new Date(acknowledgedUntil)} />}.
    </Notice>
  )
}
