import { subjectKinds } from '@binnacle/contract/kinds'
import { type SendHistoryDetails } from '@binnacle/contract/notifications'
import {
  Button,
  buttonClass,
  classNames,
  Dialog,
  Duration,
  EmptyState,
  type KeyValue,
  KeyValueList,
  Notice,
  PlainLink,
  Skeleton,
  TextLink,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, RotateCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { reachable } from '../../../application/pages/reachable.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { useChange } from '../../../application/resource/use-change.ts'
import { useSession } from '../../../application/session/session.ts'
import { resourceHref, ruleHref, sendHref, silenceHref } from '../paths.ts'
import { KindIcon, SendAge } from './columns.tsx'
import { Decisions } from './decisions.tsx'
import { HISTORY_KEY, sendAgain, sendQuery } from './queries.ts'
import { SendStatusLabel } from './status.tsx'

// Reading Markdown takes a library that the lists do without.
const Message = lazy(async () => {
  const { Message: component } = await import('./message.tsx')
  return { default: component }
})

/** One message: what it was about, whom it went to, what it said, and why it was sent or not. */
export function DetailsDialog(props: {
  id: string
  /** Called with the row of a message that is sent again. */
  onSent: (id: string) => void
  onClose: () => void
}): ReactNode {
  const { id, onSent, onClose } = props
  const found = useQuery(sendQuery(id))
  const { data: row, error } = found
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Notification Details"
      footer={
        <>
          {row !== undefined && row !== null && (
            <>
              <SilenceLink row={row} />
              <SendAgain row={row} onSent={onSent} />
            </>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {found.isPending && <Skeleton className="h-72 w-full" />}
      {row === null && (
        <EmptyState title="No such notification" icon={<Bell strokeWidth={1.5} />} compact>
          There is no notification with this id. It may be older than the history.
        </EmptyState>
      )}
      {error !== null && row === undefined && <LoadFailure compact error={error} queries={[found]} />}
      {row !== undefined && row !== null && <Details row={row} />}
    </Dialog>
  )
}

/** Leads to the form that silences the resource, for those who may. */
function SilenceLink({ row }: { row: SendHistoryDetails }): ReactNode {
  const session = useSession()
  const pages = usePages()
  const visitor = useVisitor()
  const isKnown = subjectKinds.some((kind) => kind === row.resource_type)
  const href = reachable(silenceHref(row.resource_type, row.resource.id), pages, visitor)
  if (!isKnown || href === undefined || !session.may('write', 'notifications')) return null
  return (
    <PlainLink href={href} className={classNames(buttonClass({}), 'mr-auto')}>
      <BellOff aria-hidden="true" className="size-3.5" />
      Silence…
    </PlainLink>
  )
}

/** Statuses of messages that can be sent again. */
const repeatable: ReadonlySet<string> = new Set(['sent', 'error', 'cancelled'])

/** Sends the message again, for those who may. What told nobody has nothing to send. */
function SendAgain({ row, onSent }: { row: SendHistoryDetails; onSent: (id: string) => void }): ReactNode {
  const session = useSession()
  const again = useChange({
    run: () => sendAgain(row.id),
    success: 'The message is on its way',
    keys: [HISTORY_KEY],
    onDone: ({ id }) => onSent(id),
  })
  if (!repeatable.has(row.status) || row.recipient_name === null || !session.may('write', 'notifications'))
    return null
  return (
    <Button
      icon={<RotateCw aria-hidden="true" className="size-3.5" />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Send again
    </Button>
  )
}

function ResourceName({ row: { resource, resource_type: kind } }: { row: SendHistoryDetails }): ReactNode {
  const href = reachable(resourceHref(kind, resource.id), usePages(), useVisitor())
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5">
      <KindIcon kind={kind} />
      {href === undefined ? (
        <span className="wrap-anywhere">{resource.name}</span>
      ) : (
        <TextLink href={href} className="wrap-anywhere">
          {resource.name}
        </TextLink>
      )}
      {resource.type !== undefined && <span className="shrink-0 text-muted">{resource.type}</span>}
    </span>
  )
}

function factsOf(row: SendHistoryDetails): KeyValue[] {
  const { recipient_name: name, service_title: service, rule } = row
  const recipient = name ?? row.person?.name ?? null
  return [
    { label: 'Resource', value: <ResourceName row={row} /> },
    {
      label: 'Recipient',
      value: recipient === null ? null : service === null ? recipient : `${recipient} (${service})`,
    },
    { label: 'Status', value: <SendStatusLabel status={row.status} /> },
    { label: 'Event', value: <code className="text-small">{row.source_event}</code> },
    { label: 'Age', value: <SendAge row={row} /> },
    { label: 'Duration', value: <Duration milliseconds={row.duration_millis} /> },
    { label: 'Attempts', value: row.attempts > 0 ? row.attempts.toLocaleString('en') : null },
    {
      label: 'Rule',
      value: rule === null ? null : <TextLink href={ruleHref(rule.id)}>{rule.name}</TextLink>,
    },
    { label: 'ID at the service', value: row.service_id },
  ].filter(({ label, value }) => value !== null || !['Attempts', 'ID at the service'].includes(label))
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-lead font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Details({ row }: { row: SendHistoryDetails }): ReactNode {
  const silence = reachable(
    row.silenced_by === null ? undefined : '/notifications/silences',
    usePages(),
    useVisitor(),
  )
  return (
    <div className="flex flex-col gap-5">
      {row.may_be_double && (
        <Notice kind="warning">
          This message may have been sent twice: an attempt ended without an answer of the service, which does
          not recognize a repetition.
        </Notice>
      )}
      {row.may_have_arrived && !row.may_be_double && (
        <Notice kind="warning">
          This message may have arrived: an attempt ended without an answer of the service.
        </Notice>
      )}
      {row.error !== null && (
        <Notice kind="error">
          <span className="whitespace-pre-wrap wrap-anywhere">{row.error}</span>
        </Notice>
      )}
      <KeyValueList items={factsOf(row)} />
      {row.silenced_by !== null && (
        <p className="text-secondary">
          A silence suppressed it.{' '}
          {silence !== undefined && (
            <TextLink href={`${silence}?id=${encodeURIComponent(row.silenced_by)}`}>
              Open the silence
            </TextLink>
          )}
        </p>
      )}
      {row.group_id !== null && (
        <p className="text-secondary">
          Another message covers it too. <TextLink href={sendHref(row.group_id)}>Open that message</TextLink>
        </p>
      )}
      {row.fallback_of !== null && (
        <p className="text-secondary">
          It replaces a message that could not be sent.{' '}
          <TextLink href={sendHref(row.fallback_of)}>Open that message</TextLink>
        </p>
      )}
      {row.body !== null && (
        <Section title="Message">
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <Message title={row.title} body={row.body} />
          </Suspense>
        </Section>
      )}
      <Section title="Why">
        {row.decisions.length === 0 ? (
          <p className="text-secondary">The decisions about this message were not recorded.</p>
        ) : (
          <Decisions decisions={row.decisions} />
        )}
      </Section>
    </div>
  )
}
