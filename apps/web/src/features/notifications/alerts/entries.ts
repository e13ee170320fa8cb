import type { AlertNoteRow, SendHistoryRow } from '@binnacle/contract/notifications'

/** An entry of the timeline: what happened, or a message that was decided on. */
export type Entry =
  | { kind: 'note'; id: string; at: string; note: AlertNoteRow }
  | { kind: 'message'; id: string; at: string; message: SendHistoryRow }

/** What happened to an alert and its messages together, the newest first. */
export function entriesOf(notes: readonly AlertNoteRow[], messages: readonly SendHistoryRow[]): Entry[] {
  return [
    ...notes.map((note): Entry => ({ kind: 'note', id: note.id, at: note.at, note })),
    ...messages.map((message): Entry => ({
      kind: 'message',
      id: message.id,
      at: message.created_at,
      message,
    })),
  ].toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))
}
