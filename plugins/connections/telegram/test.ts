import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy } from '@binnacle/plugin-kit/core'
import { askApi } from '@binnacle/plugin-kit/connection-http'
import { z } from 'zod'
import type { TelegramForm } from './spec.ts'

const bot = z.object({ result: z.object({ username: z.string() }) })

/** Requests the owner of the token (Telegram Bot API, "getMe"). Sends no message to the chats. */
export const test: TestConnectionForm<TelegramForm> = async ({ token }, context) => {
  const url = `https://api.telegram.org/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/getMe`
  const answer = await askApi({ url }, bot, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({ message: `signed in as ${value.result.username}`, details })
}
