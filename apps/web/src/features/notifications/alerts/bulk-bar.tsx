import type { AlertRow } from '@binnacle/contract/notifications'
import { Checkbox } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type { Deed } from './use-act.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { AcknowledgeButton, PlainVerb, SilenceButton, SnoozeButton } from './verbs.tsx'

/** Chooses all alerts of the page, and does something about those that are chosen. */
export function BulkBar(props: {
  rows: readonly AlertRow[]
  chosen: readonly AlertRow[]
  onChoose: (ids: readonly string[]) => void
  busy: boolean
  /** Whether the person may silence. */
  silences: boolean
  onAct: (deed: Deed) => void
}): ReactNode {
  const { rows, chosen, busy } = props
  const { around, acted } = useKeptFocus<HTMLDivElement>()
  function onAct(deed: Deed): void {
    acted()
    props.onAct(deed)
  }
  const idsIn = (...states: AlertRow['state'][]) =>
    chosen.filter(({ state }) => states.includes(state)).map(({ id }) => id)
  const [open, acknowledged, snoozed, current] = [
    idsIn('open', 'snoozed'),
    idsIn('acknowledged'),
    chosen
      .filter(({ snoozed_until: until, state }) => until !== null && state !== 'over')
      .map(({ id }) => id),
    idsIn('open', 'acknowledged', 'snoozed'),
  ]
  const resolved = chosen.filter(({ closed_reason: reason }) => reason === 'resolved').map(({ id }) => id)
  const all = rows.length > 0 && chosen.length === rows.length
  return (
    <div
      ref={around}
      role="group"
      aria-label="Chosen alerts"
      className="flex min-h-8 flex-wrap items-center gap-2"
    >
      <Checkbox
        label={
          chosen.length === 0 ? 'Choose all of this page' : `${chosen.length.toLocaleString('en')} chosen`
        }
        checked={all}
        mixed={chosen.length > 0 && !all}
        disabled={rows.length === 0}
        onChange={() => props.onChoose(all ? [] : rows.map(({ id }) => id))}
      />
      {open.length > 0 && <AcknowledgeButton ids={open} busy={busy} onAct={onAct} />}
      {current.length > 0 && <SnoozeButton ids={current} busy={busy} onAct={onAct} />}
      {current.length > 0 && props.silences && <SilenceButton ids={current} busy={busy} onAct={onAct} />}
      {snoozed.length > 0 && <PlainVerb verb="wake" ids={snoozed} busy={busy} onAct={onAct} />}
      {acknowledged.length > 0 && (
        <PlainVerb verb="unacknowledge" ids={acknowledged} busy={busy} onAct={onAct} />
      )}
      {current.length > 0 && <PlainVerb verb="resolve" ids={current} busy={busy} onAct={onAct} />}
      {resolved.length > 0 && <PlainVerb verb="reopen" ids={resolved} busy={busy} onAct={onAct} />}
    </div>
  )
}
