import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { below } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { SignalForm } from './spec.ts'

const accounts = z.array(z.string())

/** Requests the registered numbers (signal-cli REST API, "GET /v1/accounts"). */
export const test: TestConnectionForm<SignalForm> = async (
  { url, number, insecure_tls: skipVerify },
  context,
) => {
  const answer = await askApi({ url: below(url, 'v1/accounts'), tls: { skipVerify } }, accounts, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return value.includes(number)
    ? healthy({ message: 'the number is registered', details })
    : unhealthy('the number is not registered at this server', { details })
}
