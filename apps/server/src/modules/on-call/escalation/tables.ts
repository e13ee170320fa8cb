import type { EscalationEntry } from '@binnacle/contract/on-call'
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { DB } from '../../../platform/database/tables.ts'
import type { Escalation } from './machine.ts'

/** Tables of this folder, with the texts that their columns hold. */
export interface EscalationTables extends Pick<DB, 'core.escalation_policies'> {
  'core.escalations': KnownTable<'core.escalations', { status: Escalation['status'] }>
  'core.escalation_steps': KnownTable<'core.escalation_steps', { outcome: EscalationEntry['outcome'] }>
}
