import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  cutText,
  type NotificationMessage,
  type NotifierContext,
  type NotifierFailure,
  permanent,
  type RunNotifier,
  sendToPlaces,
  splitIds,
  splitPlaces,
} from '@binnacle/plugin-kit/notifiers'
import { refusal, requestService, type ServiceAnswer } from '@binnacle/plugin-kit/notifier-http'
import { plainText, renderDocument } from '@binnacle/plugin-kit/notifier-markdown'
import { z } from 'zod'
import { markdownV2, telegramContent } from './content.ts'
import { acknowledgeCode } from '../urgency.ts'
import type { TelegramSpec } from './spec.ts'

const API = 'https://api.telegram.org'
const LONGEST_BUTTON = 64
/** A text such as -1001234567890:5 has a chat and a topic of it. */
const chatForm = /^(?<chat>.+?)(?::(?<topic>\d+))?$/u

/** https://core.telegram.org/bots/api#making-requests */
const answerShape = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional(),
  result: z.object({ message_id: z.number() }).optional(),
})

/** Ways to write a message, from the best to the one that Telegram always accepts. */
interface Form {
  hasButtons: boolean
  isStyled: boolean
}

function wordsOf({ json }: ServiceAnswer): string | undefined {
  const { data } = answerShape.safeParse(json)
  const { description = '', parameters } = data ?? {}
  if (parameters?.migrate_to_chat_id !== undefined)
    return `the group became a supergroup; its chat is now ${parameters.migrate_to_chat_id}`
  if (/chat not found/iu.test(description))
    return `the chat does not exist, or the bot is not in it (${description})`
  if (/^unauthorized|^not found$/iu.test(description)) return `the token is not valid (${description})`
  if (/bot was (?:blocked|kicked)|bot is not a member|can't initiate conversation/iu.test(description))
    return `the bot may not write to the chat (${description})`
  return description === '' ? undefined : description
}

const refusesButtons = /button|inline keyboard|wrong http url|url host/iu
const refusesStyle = /can't parse entities/iu

/** The form to try after a refusal; undefined if another one would not help. */
function nextForm({ status, json }: ServiceAnswer, form: Form): Form | undefined {
  const description = answerShape.safeParse(json).data?.description ?? ''
  if (status !== 400) return undefined
  if (form.hasButtons && refusesButtons.test(description)) return { ...form, hasButtons: false }
  return form.isStyled && refusesStyle.test(description) ? { ...form, isStyled: false } : undefined
}

function contentOf(message: NotificationMessage, { hasButtons, isStyled }: Form, hasReceiver: boolean) {
  const content = telegramContent(message, hasButtons)
  const code = hasReceiver ? acknowledgeCode(message) : undefined
  const buttons = message.links.map(({ name, label, url }) => ({
    text: cutText(label, LONGEST_BUTTON),
    // https://core.telegram.org/bots/api#inlinekeyboardbutton: 1-64 bytes
    ...(name === 'acknowledge' && code !== undefined ? { callback_data: `ack ${code}` } : { url }),
  }))
  return {
    text: renderDocument(content, isStyled ? markdownV2 : plainText),
    ...(isStyled ? { parse_mode: 'MarkdownV2' } : {}),
    ...(hasButtons && buttons.length > 0 ? { reply_markup: { inline_keyboard: [buttons] } } : {}),
  }
}

/** Sends to one chat: https://core.telegram.org/bots/api#sendmessage @returns the id of the message */
async function sendToChat(
  token: string,
  target: Readonly<Record<string, unknown>>,
  message: NotificationMessage,
  context: NotifierContext,
  form: Form = { hasButtons: true, isStyled: true },
): Promise<Result<string, NotifierFailure>> {
  const request = {
    url: `${API}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/sendMessage`,
    json: {
      ...target,
      ...contentOf(message, form, (context.connection.properties['webhookSecret'] ?? '') !== ''),
    },
  }
  const answered = await requestService(request, context)
  if (!answered.ok) return answered
  const { data } = answerShape.safeParse(answered.value.json)
  if (data?.ok === true) return succeed(String(data.result?.message_id ?? ''))
  const next = nextForm(answered.value, form)
  if (next !== undefined) return sendToChat(token, target, message, context, next)
  const wait = data?.parameters?.retry_after
  return fail(
    refusal('Telegram', answered.value, request, context, {
      words: wordsOf,
      wait: () => (wait === undefined ? undefined : wait * 1_000),
    }),
  )
}

function optionsOf({ preview = false, notification = true }: TelegramSpec) {
  return {
    ...(preview ? {} : { link_preview_options: { is_disabled: true } }),
    ...(notification ? {} : { disable_notification: true }),
  }
}

/** Sends a message to every chat. */
export const run: RunNotifier<TelegramSpec> = async (spec, message, context) => {
  const { username, password: token } = context.connection
  const chats = splitPlaces(spec.chats ?? username)
  if (token === undefined) return permanent('the connection has no token')
  if (chats.length === 0) return permanent('the connection has no chats')
  const openings = splitIds(message.opening?.id)
  return sendToPlaces('chats', chats, (text) => {
    const { chat = text, topic } = chatForm.exec(text)?.groups ?? {}
    const opening = Number(openings.get(text) ?? '')
    const target = {
      chat_id: chat,
      ...optionsOf(spec),
      ...(topic === undefined ? {} : { message_thread_id: Number(topic) }),
      ...(Number.isInteger(opening) && opening > 0
        ? { reply_parameters: { message_id: opening, allow_sending_without_reply: true } }
        : {}),
    }
    return sendToChat(token, target, message, context)
  })
}
