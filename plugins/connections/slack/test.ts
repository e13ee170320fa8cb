import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { z } from 'zod'
import type { SlackForm } from './spec.ts'

const identity = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  user: z.string().optional(),
  team: z.string().optional(),
})

/** Requests the owner of the token (Slack API, "auth.test"). Sends no message to the channel. */
export const test: TestConnectionForm<SlackForm> = async ({ bot_token: token }, context) => {
  const answer = await askApi(
    {
      url: 'https://slack.com/api/auth.test',
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    },
    identity,
    context,
  )
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return value.ok
    ? healthy({ message: `signed in as ${value.user ?? 'a bot'} of ${value.team ?? 'a workspace'}`, details })
    : unhealthy(`Slack says "${value.error ?? 'no'}"`, { details })
}
