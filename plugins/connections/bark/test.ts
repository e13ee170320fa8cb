import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { BarkForm } from './spec.ts'

const pong = z.object({ code: z.literal(200), message: z.string() })

/** Requests an answer (Bark server, "GET /ping"). Nothing tests the device key but a message. */
export const test: TestConnectionForm<BarkForm> = async ({ url, insecure_tls: skipVerify }, context) => {
  const answer = await askApi({ url: below(url, 'ping'), tls: { skipVerify } }, pong, context)
  return answer.ok
    ? healthy({ message: 'Bark answers; the device key is not tested', details: answer.value.details })
    : answer.failure
}
