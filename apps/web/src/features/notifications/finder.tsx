import { queryOfWords } from '@binnacle/query'
import { BellOff, UserRoundCheck } from 'lucide-react'
import type { SearchHit } from '../../application/pages/pages.ts'
import { loadChecks } from '../health/index.ts'
import { addSilenceHref } from '../silences/index.ts'
import { acknowledge, loadAlerts } from './why/queries.ts'

/** Unhealthy checks for which actions are offered. Each costs a request. */
const MOST_CHECKS = 3

const verbs = ['acknowledge', 'silence'] as const
/** With fewer letters a word may as well be the start of a name. */
const SHORTEST_VERB = 3

/** Removes what is to be done from the typed text: `ack shop` finds what `shop` finds. */
export function withoutVerb(text: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const isVerb = first.length >= SHORTEST_VERB && verbs.some((verb) => verb.startsWith(first.toLowerCase()))
  return isVerb ? rest.join(' ') : text.trim()
}

/** Finds what can be done about unhealthy checks: acknowledge their alerts, and silence them. */
export async function findAlertActions(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  const wanted = {
    query: queryOfWords(withoutVerb(text)),
    groupBy: 'none',
    pageSize: MOST_CHECKS,
    sortBy: 'status',
  } as const
  const { rows } = await loadChecks(wanted, signal)
  const found = await Promise.all(
    rows
      .filter(({ state }) => state === 'unhealthy')
      .map(async ({ id, name, canary_name: canary }): Promise<SearchHit[]> => {
        const note = canary === name ? {} : { note: canary }
        const alerts = await loadAlerts({ kind: 'check', id }, signal)
        const free = alerts.filter(({ acknowledged }) => acknowledged === null)
        const silence: SearchHit = {
          id: `silence ${id}`,
          label: `Silence ${name}…`,
          ...note,
          icon: <BellOff />,
          access: { resource: 'notifications', action: 'write' },
          href: addSilenceHref('check_id', id),
        }
        if (free.length === 0) return [silence]
        return [
          {
            id: `acknowledge ${id}`,
            label: `Acknowledge ${name}`,
            ...note,
            icon: <UserRoundCheck />,
            access: { resource: 'responder', action: 'write' },
            async act() {
              await Promise.all(free.map((alert) => acknowledge(alert.id, undefined)))
              return `${name} acknowledged`
            },
          },
          silence,
        ]
      }),
  )
  return found.flat()
}
