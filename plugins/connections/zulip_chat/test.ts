import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { serviceAddress } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import type { ZulipChatForm } from './spec.ts'

const user = z.object({ full_name: z.string() })

/** Requests the bot's own user (https://zulip.com/api/get-own-user). Sends no message. */
export const test: TestConnectionForm<ZulipChatForm> = async (form, context) => {
  const address = serviceAddress('Zulip', form.host)
  if (!address.ok) return unhealthy(address.failure.message)
  const credentials = { username: form.bot_mail, password: form.bot_key }
  const answer = await askApi({ url: `${address.value}/api/v1/users/me`, credentials }, user, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `signed in as ${value.full_name}`, details })
}
