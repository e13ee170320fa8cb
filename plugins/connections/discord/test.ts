import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { DiscordForm } from './spec.ts'

const webhook = z.object({ name: z.string().nullable(), channel_id: z.string().nullish() })

/** Reads the webhook (https://discord.com/developers/docs/resources/webhook#get-webhook-with-token). Sends no message. */
export const test: TestConnectionForm<DiscordForm> = async ({ webhook_id: id, token }, context) => {
  const url = `https://discord.com/api/v10/webhooks/${encodeURIComponent(id)}/${encodeURIComponent(token)}`
  const answer = await askApi({ url }, webhook, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `the webhook is ${value.name ?? 'without a name'}`, details })
}
