import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { PushoverForm } from './spec.ts'

const validation = z.object({ status: z.number(), devices: z.array(z.string()).optional() })

/** Validates token and user (https://pushover.net/api#validate). Sends no message. */
export const test: TestConnectionForm<PushoverForm> = async ({ user, token }, context) => {
  const request = {
    url: 'https://api.pushover.net/1/users/validate.json',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, user }).toString(),
  }
  const answer = await askApi(request, validation, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  const devices = value.devices?.join(', ') ?? ''
  return value.status === 1
    ? healthy({ message: devices === '' ? 'token and user are valid' : `reaches ${devices}`, details })
    : unhealthy('Pushover does not accept the token or the user', { details })
}
