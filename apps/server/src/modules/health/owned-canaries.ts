import { succeed } from '@binnacle/contract/core'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type CanaryParser, canaryMetadata } from './canary-spec/canary.ts'
import type { CheckTypes } from './canary-spec/check-types.ts'
import { removeCanaries } from './canaries/remove.ts'
import { saveCanary } from './canaries/save.ts'
import type { OwnedCanaries } from './ports.ts'

/** Makes what stores the canaries of other things. */
export function createOwnedCanaries({
  parser,
  types,
  secrets,
  clock,
}: {
  parser: CanaryParser
  types: CheckTypes
  secrets: Secrets
  clock: Clock
}): OwnedCanaries {
  return {
    async keep(client, { source, spec, by, ...metadata }) {
      const parsed = await parser.parseSpec(spec)
      if (!parsed.ok) return parsed
      const saved = await saveCanary(
        client,
        { types, secrets, now: clock.now() },
        { metadata: canaryMetadata.parse(metadata), spec: parsed.value, source, createdBy: null, by },
      )
      return succeed(saved.id)
    },
    remove: (client, ids, by) => removeCanaries(client, { now: clock.now(), by }, ids),
  }
}
