import type { AnswerHead, FollowUp } from '@binnacle/egress'
import { credentialsOf } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { readChallenges } from './challenge.ts'
import { chooseDigest, digestAuthorization } from './digest.ts'
import {
  authenticateMessage,
  negotiateMessage,
  type NtlmVersion,
  readAccount,
  readChallengeMessage,
} from './ntlm.ts'
import { authenticationMethod, type HttpSpec } from './spec.ts'

/** The credentials of a request. */
export interface Proof {
  /** Sent with the first request. */
  headers: Readonly<Record<string, string>>
  /** Returns the follow-up to an authentication challenge. */
  followUp?: (answer: AnswerHead) => FollowUp | undefined
  /** Why authentication failed, if only the exchange with the server shows it. */
  problem: () => string | undefined
}

const UNAUTHORIZED = 401

function digestProof(spec: HttpSpec, request: { method: string; body: string }): Proof {
  const { username = '', password = '' } = credentialsOf(spec)
  let problem: string | undefined
  const answered = new Set<string>()
  return {
    headers: {},
    problem: () => problem,
    followUp({ status, challenges, url: written }) {
      if (status !== UNAUTHORIZED) return undefined
      const isAnswered = answered.has(written)
      const challenge = chooseDigest(readChallenges(challenges))
      // A stale nonce is worth one more attempt. Otherwise the server refuses these credentials.
      const isStale = challenge?.parameters['stale']?.toLowerCase() === 'true'
      if (challenge === undefined || (isAnswered && !isStale)) {
        problem = isAnswered
          ? 'the server does not accept username and password (digest)'
          : `the server offers no digest authentication that is known here (${offer(challenges)})`
        return undefined
      }
      answered.add(written)
      const url = new URL(written)
      const authorization = digestAuthorization(challenge, {
        ...request,
        uri: `${url.pathname}${url.search}`,
        username,
        password,
      })
      return authorization === undefined ? undefined : { headers: { authorization }, sameConnection: false }
    },
  }
}

function offer(challenges: readonly string[]): string {
  const schemes = readChallenges(challenges).map(({ scheme }) => scheme)
  return schemes.length === 0 ? 'it offers nothing' : `it offers ${[...new Set(schemes)].join(', ')}`
}

function ntlmProof(spec: HttpSpec, version: NtlmVersion, now: Date): Proof {
  const { username = '', password = '' } = credentialsOf(spec)
  const account = readAccount(username, password)
  const negotiate = negotiateMessage()
  let problem: string | undefined
  const answered = new Set<string>()
  return {
    headers: { authorization: `NTLM ${negotiate.toString('base64')}` },
    problem: () => problem,
    followUp({ status, challenges, url }) {
      if (status !== UNAUTHORIZED) return undefined
      const isAnswered = answered.has(url)
      const challenge = readChallenges(challenges).find(({ scheme }) => scheme === 'ntlm')
      if (isAnswered || challenge?.token === undefined) {
        problem = isAnswered
          ? 'the server does not accept username and password (NTLM)'
          : `the server offers no NTLM (${offer(challenges)})`
        return undefined
      }
      const server = readChallengeMessage(Buffer.from(challenge.token, 'base64'))
      if (!server.ok) {
        problem = server.failure
        return undefined
      }
      answered.add(url)
      const message = authenticateMessage(version, { account, negotiate, server: server.value, now })
      return { headers: { authorization: `NTLM ${message.toString('base64')}` }, sameConnection: true }
    },
  }
}

/** Creates the credentials of a check's request from its spec. */
export function proofOf(spec: HttpSpec, request: { method: string; body: string; now: Date }): Proof {
  const method = authenticationMethod(spec)
  if (method === 'digest') return digestProof(spec, request)
  if (method === 'ntlm' || method === 'ntlmv2') return ntlmProof(spec, method, request.now)
  // With oauth2, user and password are for the token server.
  const isForTokens = spec.oauth2 !== undefined
  return { headers: isForTokens ? {} : basicAuthorization(credentialsOf(spec)), problem: () => undefined }
}
