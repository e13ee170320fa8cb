import { SECRET_MASK } from '@binnacle/contract/schema'

/** Names of fields whose values are secrets. */
const SECRET_NAME =
  /passw(or)?d|passphrase|secret|token|sealed|credential|authorization|cookie|(api|access|private|signing)[-_]?key|^(pwd|key)$/i
/** User and password, or a token, before the host of a URL. */
const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]{1,30}:\/\/)[^\s/?#@]{1,2000}@/gi

/** Masks the credentials of all URLs in a text. */
export function maskText(text: string): string {
  return text.replaceAll(URL_CREDENTIALS, `$1${SECRET_MASK}@`)
}

/** Copies a JSON value and masks secrets in it, found by the names of their fields and in URLs. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_NAME.test(name) && field !== null ? SECRET_MASK : maskSecrets(field),
    ]),
  )
}
