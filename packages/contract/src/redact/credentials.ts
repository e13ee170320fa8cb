import { isSecretName } from './secret-name.ts'
import { tokenShapes } from './token-shapes.ts'

const MASK = '***'

/** Matches what `tokenShapes` cannot: passwords and tokens in URLs, signatures of requests, and values that are named as secrets. */
const credentials = [
  // The name of the user too: some servers take a token in its place.
  /(:\/\/)[^\s/:@]*:[^\s/@]+(?=@)/g,
  /(:\/\/)[^\s/?#:@]+(?=@)/g,
  /(\bauthorization["']?\s*[:=]\s*["']?(?:[a-z]{1,20} )?)[^\s"',;]+/gi,
  /(\bbearer\s+)[\w.~+/=-]{8,}/gi,
  // Connection strings put values with blanks and semicolons in braces or quotes.
  // linear by construction: each part ends where the next one may begin
  /((?:password|passwd|pwd|accountkey|sharedaccesskey)\s*=\s*)(?:\{[^{}]+\}|"[^"]+"|'[^']+')/gi,
  // MySQL and MariaDB say `using password: YES` of a refused sign-in.
  // linear by construction: what is behind a name is taken, or holds no name
  /((?:password|passwd|pwd|passphrase|secret|token|(?:api|access|account|private|signing|encryption)[_-]?key)["']?\s*[:=]\s*["']?)(?!(?:yes|no)\)|[{"'])[^\s"',;&]+/gi,
]

/** Matches names of fields whose values are secrets. */
const secretName =
  /passw(or)?d|passphrase|secret|token|sealed|credential|authorization|cookie|(api|access|private|signing)[-_]?key|^(pwd|key)$/i

/** Replaces credentials in their usual forms in a text. Secrets in other forms need their values: `createRedactor`. */
export function maskCredentials(text: string): string {
  return [...tokenShapes, ...credentials].reduce(
    (present, pattern) => present.replaceAll(pattern, `$1${MASK}`),
    text,
  )
}

/** Copies a JSON value without secrets: values of fields with the name of a secret, and credentials in texts. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') return maskCredentials(value)
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      (secretName.test(name) || isSecretName(name)) && field !== null ? MASK : maskSecrets(field),
    ]),
  )
}
