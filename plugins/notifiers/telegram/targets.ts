import { isRecord } from '@binnacle/contract/schema'
import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** The token of the example in https://core.telegram.org/bots/api#authorizing-your-bot */
const TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'

/** A connection to chats of the server below. */
export function telegramConnection(chats: string, token = TOKEN) {
  return connectionValuesOf({
    name: 'test',
    namespace: 'default',
    type: 'telegram',
    username: chats,
    password: token,
    insecure_tls: false,
    properties: {},
  })
}

function bad(error_code: number, description: string, parameters?: Record<string, number>): ServiceReply {
  return {
    status: error_code,
    json: { ok: false, error_code, description, ...(parameters === undefined ? {} : { parameters }) },
  }
}

/** How Telegram refuses: https://core.telegram.org/bots/api#responseparameters and the texts of its servers. */
const refusals: Readonly<Record<string, ServiceReply>> = {
  '@busy': bad(429, 'Too Many Requests: retry after 5', { retry_after: 5 }),
  '-5': bad(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: -1_001_234_567_890,
  }),
  '@blocked': bad(403, 'Forbidden: bot was blocked by the user'),
  '@hang': 'hang',
}

/** What is wrong with a text in MarkdownV2, as far as these tests can make it wrong. */
function syntaxProblem(text: string): string | undefined {
  const withoutParts = text
    .replaceAll(/\\[\x21-\x7e]/gu, '')
    .replaceAll(/`{3}[^`]*`{3}|`[^`]*`/gu, '')
    .replaceAll(/\[([^[\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/^>/gmu, '')
  const found = /[[\]()`>#+\-=|{}.!\\]/u.exec(withoutParts)
  if (found !== null) return `Bad Request: can't parse entities: Character '${found[0]}' is reserved`
  const isOdd = ['*', '_', '~'].find((mark) => (withoutParts.split(mark).length - 1) % 2 === 1)
  return isOdd === undefined ? undefined : "Bad Request: can't parse entities: Can't find end of the entity"
}

/** A server that answers as Telegram documents "sendMessage". */
export function startTelegram() {
  let last = 41
  return startServiceServer(({ path, json }) => {
    if (!path.startsWith('/bot123456:') || !path.endsWith('/sendMessage') || !isRecord(json))
      return bad(401, 'Unauthorized')
    const { chat_id: chat, text, parse_mode: mode, reply_markup: keyboard } = json
    const problem = mode === 'MarkdownV2' ? syntaxProblem(String(text)) : undefined
    if (problem !== undefined) return bad(400, problem)
    if (JSON.stringify(keyboard ?? '').includes('localhost'))
      return bad(
        400,
        "Bad Request: inline keyboard button URL 'http://localhost/' is invalid: Wrong HTTP URL",
      )
    if (!String(chat).startsWith('@good') && chat !== '-1001')
      return refusals[String(chat)] ?? bad(400, 'Bad Request: chat not found')
    last += 1
    return {
      json: { ok: true, result: { message_id: last, chat: { id: -1_001, type: 'channel' }, date: 1 } },
    }
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startTelegram()
  const to = (chats: string): NotifierInput => ({ spec: {}, connection: telegramConnection(chats), egress })
  return {
    working: to('@good'),
    failing: to('@nobody'),
    hanging: to('@hang'),
    arrived: () => calls.filter(({ body }) => body.includes('"@good"')).map(({ body }) => body),
    stop,
  }
}
