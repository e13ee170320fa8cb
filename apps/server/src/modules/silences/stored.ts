import { type SilenceKind, type SilenceSelector, silenceSelector } from '@binnacle/contract/notifications'
import type { KnownColumns } from '../../platform/database/columns.ts'

/** A silence as it is stored. */
export type SilenceRow = KnownColumns<
  'core.notification_silences',
  | 'id'
  | 'kind'
  | 'name'
  | 'namespace'
  | 'description'
  | 'from'
  | 'until'
  | 'schedule'
  | 'time_zone'
  | 'duration'
  | 'covers'
  | 'config_id'
  | 'check_id'
  | 'canary_id'
  | 'component_id'
  | 'recursive'
  | 'selector'
  | 'filter'
  | 'error'
  | 'source',
  { kind: SilenceKind; covers: 'resource' | 'selector' | 'everything' }
>

export const columns = `
  id, kind, name, namespace, description, "from", until, schedule, time_zone, duration, covers, config_id, check_id,
  canary_id, component_id, recursive, selector, filter, error, source`

/** The stored selector of a silence. One that a newer release wrote may be unreadable, and then covers nothing. */
export function selectorOf({ selector }: Pick<SilenceRow, 'selector'>): SilenceSelector {
  const parsed = silenceSelector.safeParse(selector)
  return parsed.success ? parsed.data : { kinds: [], names: ['!*'] }
}
