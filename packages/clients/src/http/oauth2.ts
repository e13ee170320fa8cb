import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type CheckOutcome,
  credentialsOf,
  type RunContext,
  tlsSettings,
  unhealthy,
} from '@binnacle/plugin-kit/core'
import { answerDetails, basicAuthorization, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { z } from 'zod'

const MAX_ANSWER_BYTES = 65_536
/** A token that expires sooner than this is not used, because it may expire before the server checks it. */
const MARGIN_MILLISECONDS = 10_000

// The fields of the answers of RFC 6749, sections 5.1 and 5.2, that the check uses.
const tokenShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})
const refusalShape = z.object({ error: z.string(), error_description: z.string().optional() })

type CredentialSpec = Parameters<typeof credentialsOf>[0]

/** What getting a token needs of a spec. */
export interface TokenSpec extends CredentialSpec {
  oauth2?:
    | {
        tokenURL?: string | undefined
        scope?: readonly string[] | undefined
        params?: Readonly<Record<string, string>> | undefined
      }
    | undefined
  tlsConfig?: Parameters<typeof tlsSettings>[0]
}

interface CachedToken {
  token: string
  /** Expiry in milliseconds since 1970. Undefined if the server does not say. */
  until: number | undefined
}

/** Tokens by their spec, which is the same object until it or its connection changes. */
const tokens = new WeakMap<TokenSpec, CachedToken>()

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Drops a token that a server no longer accepts. */
export function forgetToken(spec: TokenSpec): void {
  tokens.delete(spec)
}

/**
 * Returns a token of the client itself (RFC 6749, section 4.4). User and password are the client's id and secret. The
 * token is cached until it expires.
 */
export async function tokenFor(spec: TokenSpec, context: RunContext): Promise<Result<string, CheckOutcome>> {
  const { oauth2 } = spec
  const known = tokens.get(spec)
  const now = context.now().getTime()
  if (known?.until !== undefined && now < known.until - MARGIN_MILLISECONDS) return succeed(known.token)
  const { username = '', password = '' } = credentialsOf(spec)
  const ask = async (inBody: boolean) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(oauth2?.scope === undefined ? {} : { scope: oauth2.scope.join(' ') }),
      ...oauth2?.params,
      ...(inBody ? { client_id: username, client_secret: password } : {}),
    }).toString()
    // Section 2.3.1: user and password in the header are form-encoded.
    const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
    return context.egress.request({
      url: oauth2?.tokenURL ?? '',
      method: 'POST',
      headers: {
        'user-agent': context.userAgent,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
        ...(inBody ? {} : basicAuthorization({ username: encode(username), password: encode(password) })),
      },
      body,
      signal: context.signal,
      maxRedirects: 0,
      maxBodyBytes: MAX_ANSWER_BYTES,
      tls: tlsSettings(spec.tlsConfig),
    })
  }
  // Servers need not support both ways. The header comes first, because every server must support it.
  let answered = await ask(false)
  if (answered.ok && [400, 401].includes(answered.value.status)) answered = await ask(true)
  if (!answered.ok) {
    const outcome = requestFailureOutcome(answered.failure, context.now())
    return fail({ ...outcome, error: `getting a token: ${outcome.error ?? ''}` })
  }
  const { status, body } = answered.value
  const token = tokenShape.safeParse(parsed(body))
  if (status !== 200 || !token.success) {
    const refusal = refusalShape.safeParse(parsed(body))
    const words = refusal.success
      ? `: ${refusal.data.error}${refusal.data.error_description === undefined ? '' : `: ${refusal.data.error_description}`}`
      : ''
    const reason = status === 200 ? 'the answer holds no token' : `status ${status}, expected 200${words}`
    // The whole answer with a token is secret.
    const details = answerDetails(answered.value, status === 200 ? undefined : context)
    return fail(unhealthy(`getting a token: ${reason}`, { details }))
  }
  const { access_token: text, expires_in: seconds } = token.data
  tokens.set(spec, { token: text, until: seconds === undefined ? undefined : now + seconds * 1_000 })
  return succeed(text)
}
