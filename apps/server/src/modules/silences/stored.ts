import { type SilenceKind, type SilenceSelector, silenceSelector } from '@binnacle/contract/notifications'
import type { Selectable } from 'kysely'
import type { KnownTable } from '../../platform/database/columns.ts'
import type { DB, Generated } from '../../platform/database/tables.ts'

export interface SilenceTables extends DB {
  'core.notification_silences': KnownTable<
    'core.notification_silences',
    { kind: Generated<SilenceKind>; covers: 'resource' | 'selector' | 'everything' }
  >
}

/** The columns of a silence that its verbs read. */
export const silenceColumns = [
  'id',
  'kind',
  'name',
  'namespace',
  'description',
  'from',
  'until',
  'schedule',
  'time_zone',
  'duration',
  'covers',
  'config_id',
  'check_id',
  'canary_id',
  'component_id',
  'recursive',
  'selector',
  'filter',
  'error',
  'source',
] as const

/** A silence as it is stored. */
export type SilenceRow = Pick<
  Selectable<SilenceTables['core.notification_silences']>,
  (typeof silenceColumns)[number]
>

/** The stored selector of a silence. One that a newer release wrote may be unreadable, and then covers nothing. */
export function selectorOf({ selector }: Pick<SilenceRow, 'selector'>): SilenceSelector {
  const parsed = silenceSelector.safeParse(selector)
  return parsed.success ? parsed.data : { kinds: [], names: ['!*'] }
}
