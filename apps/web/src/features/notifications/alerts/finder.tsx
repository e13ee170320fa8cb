import { alertRow } from '@binnacle/contract/notifications'
import { BellRing, UserRoundCheck } from 'lucide-react'
import { FOUND_AT_MOST, type SearchHit } from '../../../application/pages/pages.ts'
import { anyContains, rowsOf, tables } from '../../../application/requests/data.ts'
import { withoutVerb } from '../finder.tsx'
import { alertHref } from '../paths.ts'
import { actOnAlerts } from './act.ts'

/** Finds open alerts by the name of their resource, the most severe first, and offers to acknowledge those of others than checks. */
export async function findAlerts(text: string, signal: AbortSignal): Promise<SearchHit[]> {
  const name = withoutVerb(text)
  const rows = tables.from('alerts').select<string, unknown>('*').is('closed_at', null)
  const named = name === '' ? rows : rows.or(anyContains(['resource_name'], name))
  const alerts = await rowsOf(
    named
      .order('severity_rank', { ascending: false })
      .order('opened_at', { ascending: false })
      .limit(FOUND_AT_MOST),
    alertRow,
    signal,
  )
  const found = alerts.map(({ id, resource_name: label, severity, state }): SearchHit => ({
    id,
    label,
    note: state === 'open' ? severity : `${severity}, ${state}`,
    icon: <BellRing />,
    href: alertHref(id),
  }))
  const free = alerts.filter(({ state, resource_kind: kind }) => state === 'open' && kind !== 'check')
  const verbs = free.map(({ id, resource_name: label, severity }): SearchHit => ({
    id: `acknowledge ${id}`,
    label: `Acknowledge ${label}`,
    note: severity,
    icon: <UserRoundCheck />,
    access: { resource: 'responder', action: 'write' },
    async act() {
      await actOnAlerts({ ids: [id], verb: 'acknowledge' })
      return `${label} acknowledged`
    },
  }))
  return [...found, ...verbs].slice(0, FOUND_AT_MOST)
}
