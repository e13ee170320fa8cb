import { REQUIRED } from '@binnacle/contract/core'
import type { LinkedAlert } from '@binnacle/contract/notifications'
import { Button, FullTime, Notice, Skeleton, TextField, TextLink } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { usePathParameter } from '../../application/address/use-path-parameter.ts'
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
  const token = usePathParameter('token')
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

/** Characters of a name at most. */
const LONGEST_NAME = 100

function AlertCard(props: { token: string; alert: LinkedAlert; linked: boolean }): ReactNode {
  const { token, alert, linked } = props
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const typed = name.trim()
  const press = useMutation({
    mutationFn: () => acknowledgeByLink(token, alert.asksName ? typed : undefined),
    onSuccess(result) {
      if (result.ok) queries.setQueryData(linkedAlertQuery(token).queryKey, result.value)
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (alert.asksName && typed === '') setTried(true)
    else press.mutate()
  }
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
            <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
              {alert.asksName && (
                <TextField
                  label="Your name"
                  help="Several people may have this link. Others see the name."
                  required
                  maxLength={LONGEST_NAME}
                  autoComplete="name"
                  value={name}
                  error={tried && typed === '' ? REQUIRED : undefined}
                  onChange={(event) => setName(event.target.value)}
                />
              )}
              <Button
                variant="primary"
                type="submit"
                className="min-h-13 w-full text-lead!"
                loading={press.isPending}
              >
                Acknowledge
              </Button>
              <p className="text-secondary wrap-anywhere">
                {`Others then see that ${alert.asksName ? typed || 'you' : alert.name} ${alert.asksName && typed === '' ? 'take' : 'takes'} care of it, and nobody else is told until it is over.`}
              </p>
            </form>
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
