import { type Fields, timeAt } from '../document.ts'
import { type Health, type HealthOutcome, outcome } from '../outcome.ts'
import { byConditions, type Condition, conditionOf } from './conditions.ts'

const MINUTE = 60_000
const EXPIRES_SOON = 2 * 24 * 60 * MINUTE
const LATE = 30 * MINUTE
const LONG_ISSUING = 60 * MINUTE
const SLOW_ISSUING = 15 * MINUTE

const worst: readonly Health[] = ['unhealthy', 'warning', 'unknown', 'healthy']

/** Reasons of cert-manager for issuing a certificate again that no patience helps against. */
const broken = new Set([
  'MissingData',
  'InvalidKeyPair',
  'InvalidCertificate',
  'InvalidCertificateRequest',
  'SecretMismatch',
  'IncorrectIssuer',
  'IncorrectCertificate',
  'Expired',
  'SecretTemplateMismatch',
  'SecretManagedMetadataMismatch',
  'AdditionalOutputFormatsMismatch',
  'ManagedFieldsParseError',
  'SecretOwnerRefMismatch',
])

function expiry(document: Fields, now: Date): HealthOutcome | undefined {
  const end = timeAt(document, 'status', 'notAfter')
  if (end === undefined) return undefined
  const left = end.getTime() - now.getTime()
  if (left <= 0)
    return outcome('unhealthy', 'Expired', { ready: true, message: `expired at ${end.toISOString()}` })
  return left < EXPIRES_SOON
    ? outcome('warning', 'Expiring', { ready: true, message: `expires at ${end.toISOString()}` })
    : undefined
}

/** Health while a certificate is being issued, by how long that takes. */
function issuing({ reason = 'Issuing', message, fields }: Condition, now: Date): HealthOutcome {
  if (reason === 'Failed') return outcome('unhealthy', reason, { ready: true, message })
  if (broken.has(reason)) return outcome('unhealthy', reason, { ready: true, message })
  const began = timeAt(fields, 'lastTransitionTime')
  const lasts = began === undefined ? 0 : now.getTime() - began.getTime()
  const status = ['ManuallyTriggered', 'DoesNotExist'].includes(reason) ? 'Issuing' : reason
  if (reason === 'DoesNotExist') return outcome(lasts > LATE ? 'unhealthy' : 'unknown', status, { message })
  if (lasts > LONG_ISSUING) return outcome('unhealthy', status, { message })
  if (lasts > SLOW_ISSUING) return outcome('warning', status, { message })
  // The certificate that is being renewed is still good.
  return outcome(reason === 'Renewing' ? 'healthy' : 'unknown', status, { message })
}

/** Health of a Certificate of cert-manager. */
export function certificateHealth(document: Fields, now: Date): HealthOutcome | undefined {
  const expires = expiry(document, now)
  const condition = conditionOf(document, 'Issuing')
  // It stays behind as False after a certificate was issued.
  if (condition !== undefined && (condition.status === 'True' || condition.reason === 'Failed')) {
    const issues = issuing(condition, now)
    const isExpiryWorse =
      expires !== undefined && worst.indexOf(expires.health) < worst.indexOf(issues.health)
    return isExpiryWorse ? expires : issues
  }
  if (expires !== undefined) return expires
  const renewal = timeAt(document, 'status', 'renewalTime')
  if (renewal !== undefined && now.getTime() - renewal.getTime() > LATE)
    return outcome('warning', 'Renewal Overdue', {
      ready: true,
      message: `should have been renewed at ${renewal.toISOString()}`,
    })
  return byConditions(document, [
    { type: 'Ready', status: 'True', health: 'healthy', ready: true, shown: 'Issued' },
    { type: 'Ready', status: 'False', reasons: ['ConfigError'], health: 'unhealthy', ready: true },
    { type: 'Ready', status: 'False', health: 'unknown', ready: false, shown: 'Issuing' },
  ])
}

/** Health of a CertificateRequest of cert-manager. */
export function certificateRequestHealth(document: Fields, now: Date): HealthOutcome | undefined {
  const created = timeAt(document, 'metadata', 'creationTimestamp')
  const isLate = created !== undefined && now.getTime() - created.getTime() > LATE
  return byConditions(document, [
    { type: 'Denied', status: 'True', health: 'unhealthy', ready: true },
    { type: 'InvalidRequest', status: 'True', health: 'unhealthy', ready: true },
    { type: 'Ready', status: 'False', reasons: ['Failed', 'Denied'], health: 'unhealthy', ready: true },
    { type: 'Ready', status: 'True', health: 'healthy', ready: true },
    { type: 'Ready', status: 'False', health: isLate ? 'unhealthy' : 'unknown', ready: false },
    { type: 'Approved', status: 'True', health: isLate ? 'unhealthy' : 'healthy', ready: false },
  ])
}
