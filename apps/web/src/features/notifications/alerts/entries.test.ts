import type { AlertNoteRow, SendHistoryRow } from '@binnacle/contract/notifications'
import { expect, test } from 'vitest'
import { entriesOf } from './entries.ts'

const note = (id: string, at: string): AlertNoteRow => ({
  id,
  alert_id: 'alert',
  at,
  kind: 'opened',
  text: 'It failed',
  person_id: null,
})

const message = (id: string, at: string): SendHistoryRow => ({
  id,
  created_at: at,
  first_observed: at,
  count: 1,
  status: 'sent',
  source_event: 'check.failed',
  tells: 'failure',
  resource_type: 'check',
  resource: { id: 'check', name: 'shop' },
  recipient_name: 'Ann',
  service_title: 'Email',
  notification_id: 'rule',
})

test('the timeline has notes and messages together, the newest first, by time and not by text', () => {
  const entries = entriesOf(
    [note('opened', '2026-11-28T10:00:00+00:00'), note('over', '2026-11-28T10:05:00+00:00')],
    // The same day, written in another zone.
    [message('told', '2026-11-28T12:01:00+02:00')],
  )
  expect(entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['note over', 'message told', 'note opened'])
})
