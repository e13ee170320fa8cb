import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { PushbulletForm } from './spec.ts'

const user = z.object({ name: z.string().optional(), email: z.string().optional() })

/** Requests the owner of the token (https://docs.pushbullet.com/#get-user). Sends no message. */
export const test: TestConnectionForm<PushbulletForm> = async ({ token }, context) => {
  const request = { url: 'https://api.pushbullet.com/v2/users/me', headers: { 'access-token': token } }
  const answer = await askApi(request, user, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `signed in as ${value.name ?? value.email ?? 'a user'}`, details })
}
