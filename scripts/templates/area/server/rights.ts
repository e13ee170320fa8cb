import { allow } from '@binnacle/contract/access'
import sql from 'sql-template-tag'
import type { RowRule } from '../../platform/access/rows.ts'

/** Who may see {{words}}s at all. */
export const reads = { resource: 'database', action: 'read' } as const
/** Who may add {{words}}s and close them. */
export const writes = { resource: 'database', action: 'write' } as const

/** Who may write sees all; others see what they added themselves. Relation, topic and verbs ask this one rule. */
export const own{{Types}}: RowRule = ({ roles, personId }, row) =>
  allow(roles, writes.resource, writes.action) ? 'all' : sql`${row}.created_by = ${personId}`
