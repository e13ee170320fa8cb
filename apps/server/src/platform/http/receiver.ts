import type { Feature } from '@binnacle/contract/access'
import type { BodyLimits, Pace } from '@binnacle/data-api'
import type { Context, Hono } from 'hono'
import { readBoundedText } from './body.ts'
import type { Configuration } from '../configuration.ts'
import { RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import type { ClientAddress } from './client-address.ts'
import { answerJson, refuseTooLarge } from './json-answer.ts'
import { ownPattern } from './own-path.ts'
import type { ServerContext } from './server.ts'

/** A request to a receiver. */
export interface Delivery {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Headers
  /** Network address of the client. */
  address: string
  /** Reads the body. Call it only after authenticating the sender. @throws RequestError that names the exceeded limit */
  readText(limits: Pick<BodyLimits, 'bytes'>): Promise<string>
}

/** An answer that is not JSON, such as a calendar. */
export class TextAnswer {
  readonly contentType: string
  readonly text: string

  constructor(contentType: string, text: string) {
    this.contentType = contentType
    this.text = text
  }
}

/** An address that other systems use without an account. It authenticates the sender itself. */
export interface Receiver {
  /** Default: POST, with and without the prefix /api. GET answers only below /api, since pages may have the same path. */
  method?: 'GET' | 'POST'
  /** Without /api, with parameters as {name}. */
  path: string
  /** The feature of the receiver, which is closed while the feature is disabled. */
  feature: Feature
  /** @returns the answer: JSON, or a `TextAnswer` @throws RequestError if the sender is not allowed */
  receive(this: void, delivery: Delivery): Promise<unknown>
}

/** Adds receivers to a server. */
export function addReceivers(
  root: Hono<ServerContext>,
  {
    receivers,
    flags,
    clientAddress,
    configuration,
  }: {
    receivers: readonly Receiver[]
    flags: Flags
    clientAddress: ClientAddress
    configuration: Pick<Configuration, 'answerBytes'>
  },
  pace: Pace,
): void {
  for (const { method = 'POST', path, feature, receive } of receivers) {
    const answer = async (context: Context<ServerContext>) => {
      context.set('route', path)
      await flags.settled()
      if (flags.disabled(feature)) throw new RequestError('ENOTFOUND', `The feature "${feature}" is disabled`)
      const { req: request } = context
      const answered = await receive({
        params: request.param(),
        query: request.query(),
        headers: request.raw.headers,
        address: clientAddress(context.env.incoming.socket.remoteAddress, request.header('x-forwarded-for')),
        readText: ({ bytes }) => readBoundedText(request.raw, { bytes, pace }),
      })
      if (!(answered instanceof TextAnswer))
        return answerJson(context, answered, 200, configuration.answerBytes)
      refuseTooLarge(answered.text, configuration.answerBytes)
      return context.body(answered.text, 200, {
        'content-type': answered.contentType,
        'cache-control': 'no-store',
      })
    }
    const pattern = ownPattern(path)
    root.on(method, pattern, answer)
    if (method === 'POST') root.post(pattern.slice('/api'.length), answer)
  }
}
