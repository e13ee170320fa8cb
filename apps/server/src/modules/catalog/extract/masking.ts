import { createHmac } from 'node:crypto'
import { isSecretName, tokenShapes } from '@binnacle/contract/redact'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Secrets } from '../../../platform/secrets.ts'
import { isJsonRecord, sortedText } from './documents.ts'

/** Prefix of the digests that replace secrets. */
const MARK = 'masked:'
const DIGEST_LENGTH = 24

/** Puts a digest in the place of a secret. Equal secrets have equal digests, so a changed one is seen as changed. */
export type Mask = (value: Json) => string

/** @returns a mask with a key of this installation, so that short secrets cannot be found by trying */
export function createMask(secrets: Pick<Secrets, 'keyFor'>): Mask {
  const key = secrets.keyFor('masked values of the catalog')
  return (value) => {
    if (typeof value === 'string' && value.startsWith(MARK)) return value
    const digest = createHmac('sha256', key).update(typeof value === 'string' ? value : sortedText(value))
    return MARK + digest.digest('hex').slice(0, DIGEST_LENGTH)
  }
}

/** Values of such names that tell where a secret is, and are none. */
const plainValue = [
  /^(?:true|false|null|none|yes|no|\d{1,4}|\*+|\$\{[^}]*\}|\{\{.*\}\}|\$\([^)]*\)|<[^>]*>)$/i,
  // bounded to 2000 characters: LONGEST_PLAIN_VALUE
  /^(?:arn:aws[\w-]*:|(?:secret|configmap|file|vault|connection|env|op|ssm):\/\/|projects\/.*\/secrets\/).*$/i,
]
/** Longest text that may name the place of a secret. A longer one is masked. */
const LONGEST_PLAIN_VALUE = 2_000

function isPlainValue(value: string): boolean {
  return value.length <= LONGEST_PLAIN_VALUE && plainValue.some((form) => form.test(value.trim()))
}

/** Secrets that are known by their form. The first group stays, the second is the secret. */
const shapes: readonly RegExp[] = [
  // Accounts in addresses.
  /(:\/\/[^\s/:@]*:)([^\s/@]+)(?=@)/g,
  ...tokenShapes,
  // linear by construction: what is behind a name is always found, and is not read again
  /(\b(?:password|passwd|pwd|accountkey|sharedaccesskey|client_secret)=)([^\s;&"']+)/gi,
  /(\bbearer\s+)([\w.~+/-]{16,}=*)/gi,
]

/** Texts without any of these contain none of the shapes, so most are read once. */
const hint =
  /:\/\/|PRIVATE KEY|eyJ|gh[pousr]_|github_pat_|glpat-|xox|AIza|_live_|npm_|dop_v1_|SG\.|hv[sb]\.|secret|passw|pwd=|key=|bearer/i

/** Masks the secrets in a text that are known by their form. */
export function maskText(text: string, mask: Mask): string {
  if (!hint.test(text) || text.startsWith(MARK)) return text
  return shapes.reduce(
    (present, shape) =>
      present.replaceAll(shape, (_, before: string, secret: string) =>
        secret.startsWith(MARK) ? before + secret : before + mask(secret),
      ),
    text,
  )
}

/** Told of every value that was masked. */
export type OnMasked = (path: string) => void

function maskNamed(value: Json, mask: Mask): Json {
  return typeof value !== 'string' || value === '' || isPlainValue(value) ? value : mask(value)
}

/** A variable as lists write it: its name says whether its value is a secret. */
function isNamedValue(value: Readonly<Record<string, Json>>): boolean {
  const name = value['name'] ?? value['key']
  return typeof name === 'string' && isSecretName(name) && typeof value['value'] === 'string'
}

/** The parts that were masked: what differs, as what stays the same is shared. */
function tellMasked(before: Json, after: Json, onMasked: OnMasked, path: string): void {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after))
    before.forEach((item: Json, index) => tellMasked(item, after[index], onMasked, `${path}[${index}]`))
  else if (isJsonRecord(before) && isJsonRecord(after))
    for (const [key, value] of Object.entries(before))
      tellMasked(value, after[key] ?? null, onMasked, `${path}.${key}`)
  else onMasked(path)
}

// Most documents have no secret, and are read for each run: nothing is copied before one is found.
function maskList(list: readonly Json[], mask: Mask): Json {
  let copy: Json[] | undefined
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] ?? null
    const masked = maskValue(item, mask)
    if (masked === item) continue
    copy ??= [...list]
    copy[index] = masked
  }
  return copy ?? list
}

function maskRecord(record: Readonly<Record<string, Json>>, mask: Mask): Json {
  let copy: Record<string, Json> | undefined
  const isVariable = isNamedValue(record)
  for (const key of Object.keys(record)) {
    const value = record[key] ?? null
    const isNamed = typeof value === 'string' && (isSecretName(key) || (isVariable && key === 'value'))
    const named = isNamed ? maskNamed(value, mask) : value
    const masked = named === value ? maskValue(value, mask) : named
    if (masked === value) continue
    copy ??= { ...record }
    copy[key] = masked
  }
  return copy ?? record
}

function maskValue(value: Json, mask: Mask): Json {
  if (typeof value === 'string') return maskText(value, mask)
  if (Array.isArray(value)) return maskList(value, mask)
  return isJsonRecord(value) ? maskRecord(value, mask) : value
}

/**
 * Masks what looks like a secret: values with the name of one, and texts with the form of one.
 * @returns the document itself if it has none
 */
export function maskDocument(document: Json, mask: Mask, onMasked: OnMasked = () => {}): Json {
  const masked = maskValue(document, mask)
  tellMasked(document, masked, onMasked, '$')
  return masked
}

/** Whether a rule replaces a value by a digest; other rules give the text. */
export function isDigestRule(value: string): boolean {
  return ['md5sum', 'hash', 'sha256', 'hmac'].includes(value.toLowerCase())
}

/** Narrows a map of texts, masking what looks like a secret in it. */
export function maskTexts(texts: Readonly<Record<string, string>>, mask: Mask): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      isSecretName(key) && value !== '' && !isPlainValue(value) ? mask(value) : maskText(value, mask),
    ]),
  )
}
