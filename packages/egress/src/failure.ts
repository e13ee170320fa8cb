/** Why a connection or request failed. Callers decide by the code. The message is for people and contains no secret. */
type EgressFailureCode =
  | 'denied'
  | 'name-not-found'
  | 'name-server'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'timeout'
  | 'aborted'
  | 'certificate'
  | 'tls'
  | 'redirects'
  | 'protocol'
  | 'invalid-address'

export interface EgressFailure {
  code: EgressFailureCode
  message: string
}

const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'INVALID_CA',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const codes: ReadonlyMap<string, EgressFailureCode> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ETIMEDOUT', 'timeout'],
])

const words: Partial<Record<EgressFailureCode, string>> = {
  refused: 'connection refused',
  unreachable: 'no route to the host',
  reset: 'the other side closed the connection',
  timeout: 'no answer in time',
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Converts an error of Node's socket, TLS or HTTP layer to a failure.
 * @param target name of the target, for the message
 */
export function failureFrom(error: unknown, target: string): EgressFailure {
  if (!(error instanceof Error)) return { code: 'protocol', message: `${target}: ${String(error)}` }
  // If several addresses were tried, the first one's reason is the most useful.
  if (error instanceof AggregateError && error.errors.length > 0) return failureFrom(error.errors[0], target)
  const nodeCode = codeOf(error)
  if (certificateCodes.has(nodeCode))
    return { code: 'certificate', message: `${target}: ${error.message} (${nodeCode})` }
  const code = codes.get(nodeCode)
  if (code !== undefined) return { code, message: `${target}: ${words[code] ?? error.message}` }
  if (nodeCode.startsWith('ERR_SSL') || nodeCode.startsWith('ERR_TLS') || nodeCode === 'EPROTO')
    return { code: 'tls', message: `${target}: TLS handshake failed: ${error.message}` }
  if (nodeCode.startsWith('HPE_'))
    return { code: 'protocol', message: `${target}: the answer is not valid HTTP (${error.message})` }
  return { code: 'protocol', message: `${target}: ${error.message}` }
}
