import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type NotifierContext, type NotifierFailure, permanent } from '@binnacle/plugin-kit/notifiers'
import { type RefusalWords, sendToService } from '@binnacle/plugin-kit/notifier-http'
import { z } from 'zod'

/** Errors of Matrix: https://spec.matrix.org/v1.16/client-server-api/#standard-error-response */
const errorShape = z.object({
  errcode: z.string(),
  error: z.string().optional(),
  retry_after_ms: z.number().optional(),
})

export const matrixWords: RefusalWords = {
  words({ json }) {
    const { data } = errorShape.safeParse(json)
    return data === undefined ? undefined : `${data.error ?? ''} (${data.errcode})`.trim()
  },
  wait: ({ json }) => errorShape.safeParse(json).data?.retry_after_ms,
}

/** The code of an error in an answer, such as M_FORBIDDEN. */
export function matrixError(json: unknown): string | undefined {
  return errorShape.safeParse(json).data?.errcode
}

/** Access tokens of Synapse and of the Matrix Authentication Service. */
const accessToken = /^(?:syt_|mat_|mct_)/u
const loginShape = z.object({ access_token: z.string().min(1) })

type Login = Promise<Result<string, NotifierFailure>>

/**
 * Sessions of this process. Homeservers take only a few logins a minute. The keys are hashes.
 */
const logins = new Map<string, Login>()
const MOST_LOGINS = 1_000

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Logs in: https://spec.matrix.org/v1.16/client-server-api/#post_matrixclientv3login */
async function logIn(base: string, user: string, password: string, context: NotifierContext): Login {
  const { namespace, name } = context.connection
  const json = {
    type: 'm.login.password',
    identifier: { type: 'm.id.user', user },
    password,
    // A device sends a message with a known transaction id only once, so every session is of the same device.
    device_id: `BINNACLE${hashOf(namespace, name).slice(0, 10).toUpperCase()}`,
    initial_device_display_name: 'Binnacle',
  }
  const request = { url: `${base}/_matrix/client/v3/login`, json }
  const answered = await sendToService('Matrix', request, context, matrixWords)
  if (!answered.ok)
    return fail({ ...answered.failure, message: `signing in failed: ${answered.failure.message}` })
  const { data } = loginShape.safeParse(answered.value.json)
  return data === undefined
    ? permanent('the host does not answer as Matrix does')
    : succeed(data.access_token)
}

function aborted({ signal }: NotifierContext): Login {
  const failure = fail({ message: 'the message was not sent in time', isTemporary: true })
  return new Promise((resolve) => {
    if (signal.aborted) resolve(failure)
    else signal.addEventListener('abort', () => resolve(failure), { once: true })
  })
}

/**
 * The access token of a connection: its own, or that of a session.
 * @param refused a token that the server does not accept any more
 */
export async function matrixToken(base: string, context: NotifierContext, refused?: string): Login {
  const { username, password } = context.connection
  if (password === undefined) return permanent('the connection has no password and no access token')
  if (username === undefined || accessToken.test(password)) return succeed(password)
  const key = hashOf(base, username, password)
  const known = logins.get(key)
  if (known !== undefined) {
    const token = await Promise.race([known, aborted(context)])
    if (token.ok && token.value !== refused) return token
    if (context.signal.aborted) return token
    if (logins.get(key) === known) logins.delete(key)
    else return matrixToken(base, context, refused)
  }
  if (logins.size >= MOST_LOGINS) logins.clear()
  const login = logIn(base, username, password, context)
  logins.set(key, login)
  const token = await login
  if (!token.ok && logins.get(key) === login) logins.delete(key)
  return token
}

/** Whether a connection gets its access tokens by signing in. */
export function signsIn({ connection: { username, password = '' } }: NotifierContext): boolean {
  return username !== undefined && !accessToken.test(password)
}
