import { Age, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SendStatusLabel } from '../history/status.tsx'
import { sendHref } from '../paths.ts'
import { useLocalTimes } from '../history/local-times.ts'
import { entriesOf, type Entry } from './entries.ts'
import { Part } from './part.tsx'
import { type AlertDetail, messagesQuery } from './queries.ts'

/** What happened to an alert, and its messages, the newest first. */
export function Timeline({ alert }: { alert: AlertDetail }): ReactNode {
  const messages = useQuery(messagesQuery(alert))
  const entries = messages.data === undefined ? undefined : entriesOf(alert.notes, messages.data)
  return (
    <Part title="Timeline" answer={{ ...messages, data: entries }} nothing="Nothing happened yet">
      {(entry) => <TimelineEntry key={entry.id} entry={entry} />}
    </Part>
  )
}

function TimelineEntry({ entry }: { entry: Entry }): ReactNode {
  const localTimes = useLocalTimes()
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <span className="w-12 shrink-0 text-secondary">
        <Age time={entry.at} />
      </span>
      {entry.kind === 'note' ? (
        <span className="min-w-0 wrap-anywhere">{localTimes(entry.note.text)}</span>
      ) : (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <SendStatusLabel status={entry.message.status} />
          <TextLink href={sendHref(entry.message.id)} className="wrap-anywhere">
            {entry.message.recipient_name ?? 'Message'}
          </TextLink>
          <code className="text-small text-muted">{entry.message.source_event}</code>
        </span>
      )}
    </li>
  )
}
