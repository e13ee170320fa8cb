import { endsWithin } from '../clock.ts'
import type { PartitionedTable } from '../database/partitions.ts'
import type { OpenModule } from '../module.ts'
import { definePort } from '../port.ts'
import { type Chain, createChain } from './chain.ts'
import { type AuditRecorder, createAuditRecorder } from './recorder.ts'
import { dropSeals } from './seal.ts'
import { startSealer } from './sealer.ts'

/** Records events that strangers can cause without limit. */
export const auditRecorder = definePort<AuditRecorder>('the recorder of the audit log')

/** What administrators alone may see: editors may read `rbac`, but change nothing of it. */
const administrators = { resource: 'rbac', action: 'write' } as const

const GRACE_MILLISECONDS = 3_000

/** The partitions of the log. Dropping one writes an anchor, so that the chain continues. */
function auditPartition(chain: Chain): PartitionedTable {
  return {
    table: 'core.audit_log',
    column: 'id',
    by: 'id',
    days: 30,
    keepDays: 730,
    beforeDrop: (client, before) => dropSeals(client, chain, before),
  }
}

/** The audit log: changes, events, seals. */
export const openAudit: OpenModule = (platform) => {
  const { pool, live, clock, log, works, parts, secrets } = platform
  const chain = createChain(secrets)
  // What is written last while the product stops is sealed too.
  if (works) {
    const sealer = startSealer({ pool, chain, live, clock, log })
    parts.onEnd('sealer', () => endsWithin(clock, GRACE_MILLISECONDS, sealer.stop()))
  }
  const recorder = createAuditRecorder({ pool, clock, log })
  parts.onEnd('audit recorder', () => endsWithin(clock, GRACE_MILLISECONDS, recorder.stop()))
  auditRecorder.offer(platform, recorder)
  return {
    name: 'audit',
    data: {
      audit_log: { resource: 'rbac', reads: administrators },
      audit_log_values: { resource: 'rbac', reads: administrators },
    },
    topics: { audit_log: { access: administrators } },
    partitions: [auditPartition(chain)],
  }
}
