import type { Feature } from '@binnacle/contract'
import type { BodyLimits, Pace } from '@binnacle/data-api'
import type { Context, Hono } from 'hono'
import { readBoundedText } from './body.ts'
import { RequestError } from '../errors.ts'
import type { Flags } from '../access/flags.ts'
import { answerJson } from './json-answer.ts'
import type { ServerContext } from './server.ts'

/** What was sent to a receiver. */
export interface Delivery {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Headers
  /** Reads the body. Call it when the sender has shown who they are. @throws RequestError that names the bound */
  readText(limits: Pick<BodyLimits, 'bytes'>): Promise<string>
}

/** An address that other systems send to without an account; it finds out by itself who may. */
export interface Receiver {
  /** Below /api and without it, with parameters as {name}. Answers POST. */
  path: string
  /** The area that it belongs to: it is closed while that is disabled. */
  feature: Feature
  /** @returns the answer @throws RequestError for who may not send */
  receive(this: void, delivery: Delivery): Promise<unknown>
}

/** Adds receivers to a server. */
export function addReceivers(
  root: Hono<ServerContext>,
  { receivers, flags }: { receivers: readonly Receiver[]; flags: Flags },
  pace: Pace,
): void {
  for (const { path, feature, receive } of receivers) {
    const answer = async (context: Context<ServerContext>) => {
      context.set('route', path)
      await flags.settled()
      if (flags.disabled(feature)) throw new RequestError('ENOTFOUND', `The feature "${feature}" is disabled`)
      const { req: request } = context
      const answered = await receive({
        params: request.param(),
        query: request.query(),
        headers: request.raw.headers,
        readText: ({ bytes }) => readBoundedText(request.raw, { bytes, pace }),
      })
      return answerJson(context, answered, 200)
    }
    const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
    root.post(`/api${pattern}`, answer)
    root.post(pattern, answer)
  }
}
