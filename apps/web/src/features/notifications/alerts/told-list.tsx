import { type AlertToldRow } from '@binnacle/contract/notifications'
import { Age, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { sendHref } from '../paths.ts'
import { Part } from './part.tsx'
import type { AlertDetail } from './queries.ts'
import { Hold } from './words.tsx'

const knowledge: Readonly<Record<AlertToldRow['knows'], string>> = {
  nothing: 'Not told yet',
  open: 'Told that it is wrong',
  over: 'Told that it is over',
}

/** What each recipient knows of an alert, and what keeps back what they should know. */
export function ToldList({ alert }: { alert: AlertDetail }): ReactNode {
  return (
    <Part title="Who was told" answer={{ data: alert.told, error: null }} nothing="Nobody was told yet">
      {(row) => <Recipient key={row.recipient} told={row} />}
    </Part>
  )
}

function Recipient({ told }: { told: AlertToldRow }): ReactNode {
  const { knows, known_at: at, held_by: by, held_until: until, send_id: send, due_at: due } = told
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2">
      <span className="font-medium wrap-anywhere">{told.recipient_name}</span>
      <span className={knows === 'nothing' ? 'text-warning' : 'text-secondary'}>
        {knowledge[knows]}
        {at !== null && knows !== 'nothing' && (
          <>
            {', '}
            <Age time={at} />
            {' ago'}
          </>
        )}
      </span>
      {by !== null && (
        <span className="text-secondary">
          {'Held: '}
          <Hold by={by} until={until} />
        </span>
      )}
      {send !== null && (
        <span className="text-secondary">
          <TextLink href={sendHref(send)}>A message</TextLink> is on its way
          {due !== null && (
            <>
              {', due '}
              <Age time={due} />
            </>
          )}
        </span>
      )}
    </li>
  )
}
