import { type ServiceReply, startServiceServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionOf } from '../service-targets.ts'

/** A connection to a space of the server below. */
export function googleChatConnection(space: string) {
  return connectionOf({
    type: 'google_chat',
    username: 'AIzaSyExampleKey-0123456789',
    password: 'given-token-0123456789',
    properties: { webhook: space },
  })
}

/** Errors of Google's APIs: https://cloud.google.com/apis/design/errors#http_mapping */
const problem = (code: number, status: string, message: string): ServiceReply => ({
  status: code,
  json: { error: { code, message, status } },
})

const refusals: Readonly<Record<string, ServiceReply>> = {
  BUSY: problem(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Message writes'."),
  LATER: { json: { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } } },
  HANG: 'hang',
}

/** A server that answers as https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages has it. */
export function startGoogleChat() {
  return startServiceServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://test')
    const space = pathname.split('/')[3] ?? ''
    if (searchParams.get('token')?.startsWith('given') !== true)
      return problem(401, 'UNAUTHENTICATED', `Invalid token ${searchParams.get('token')}`)
    if (space === 'AAAAGOOD')
      return {
        json: { name: 'spaces/AAAAGOOD/messages/BBB.CCC', thread: { name: 'spaces/AAAAGOOD/threads/BBB' } },
      }
    return refusals[space] ?? problem(404, 'NOT_FOUND', 'Space not found.')
  })
}

/** Real servers for the suite that every notification service passes. */
export async function startTargets(): Promise<NotifierTargets> {
  const { calls, egress, stop } = await startGoogleChat()
  const to = (space: string): NotifierInput => ({ spec: {}, connection: googleChatConnection(space), egress })
  return {
    working: to('AAAAGOOD'),
    failing: to('NONE'),
    hanging: to('HANG'),
    arrived: () => calls.filter(({ path }) => path.includes('GOOD')).map(({ body }) => body),
    stop,
  }
}
