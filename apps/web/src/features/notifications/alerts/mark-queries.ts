import { type SubjectKind } from '@binnacle/contract/kinds'
import { alertRow } from '@binnacle/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'
import { ALERTS_KEY } from './key.ts'

const markRow = z.pick(alertRow, {
  id: true,
  resource_id: true,
  state: true,
  severity: true,
  acknowledged_name: true,
  acknowledged_until: true,
  snoozed_until: true,
  snoozed_name: true,
})
/** What a mark of a resource says of its open alert. */
export type Mark = z.output<typeof markRow>

/** Most resources of one request, so that its address stays short. */
const MOST_ASKED = 100

interface Waiting {
  id: string
  answer: (mark: Mark | null) => void
  fail: (error: unknown) => void
}

const waiting = new Map<SubjectKind, Waiting[]>()

async function ask(kind: SubjectKind, asked: readonly Waiting[]): Promise<void> {
  try {
    const wanted = new URLSearchParams({
      select: Object.keys(markRow.shape).join(','),
      closed_at: 'is.null',
      resource_kind: `eq.${kind}`,
      resource_id: `in.(${[...new Set(asked.map(({ id }) => id))].join(',')})`,
    })
    const rows = await request(`/api/db/alerts?${wanted}`, z.array(markRow))
    const found = new Map(rows.map((row) => [row.resource_id, row]))
    for (const { id, answer } of asked) answer(found.get(id) ?? null)
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}

/** Loads the open alert of a resource, together with those of the others that are asked for in the same moment. */
function loadMark(kind: SubjectKind, id: string): Promise<Mark | null> {
  return new Promise((answer, fail) => {
    const asked = waiting.get(kind)
    if (asked !== undefined) {
      asked.push({ id, answer, fail })
      return
    }
    waiting.set(kind, [{ id, answer, fail }])
    setTimeout(() => {
      const all = waiting.get(kind) ?? []
      waiting.delete(kind)
      for (let first = 0; first < all.length; first += MOST_ASKED)
        void ask(kind, all.slice(first, first + MOST_ASKED))
    })
  })
}

/** The open alert of a resource; null without one. */
export const markQuery = (kind: SubjectKind, id: string) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'mark', kind, id],
    // A page shows its things without marks where these cannot be loaded.
    meta: { quiet: true },
    queryFn: () => loadMark(kind, id),
  })
