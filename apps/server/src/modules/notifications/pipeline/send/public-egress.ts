import { fail } from '@binnacle/contract/core'
import { createEgress, type Egress } from '@binnacle/egress'

/** Makes the way out to addresses that anybody may enter: to public ones only. It says nothing of where others lead. */
export function createPublicEgress(): Egress {
  const egress = createEgress({ deny: new Set(['loopback', 'private']) })
  return {
    ...egress,
    async request(options) {
      const answered = await egress.request(options)
      if (answered.ok || answered.failure.code !== 'denied') return answered
      return fail({ ...answered.failure, message: 'its address is not a public one; subscribe again' })
    },
  }
}
