import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '@binnacle/contract'
import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit'
import { isScalar } from 'yaml'
import type { Secrets } from '../../../platform/secrets.ts'
import { reservedNames } from '../spec/canary.ts'
import { type CanarySpec, type CheckType, type CheckTypes, mapSpecSecrets } from '../spec/check-types.ts'
import { canonicalSpec, isSpecKey } from '../spec/spellings.ts'
import { readSpecText } from '../spec/text.ts'

/** Encrypts the secrets of a spec, as it is stored. */
export function sealSpec(types: CheckTypes, secrets: Secrets, spec: CanarySpec): Record<string, unknown> {
  return mapSpecSecrets(types, spec, (secret) => secrets.seal(secret))
}

/** Puts masks in the place of secrets, as a spec is shown. */
export function maskSpec(types: CheckTypes, spec: CanarySpec): Record<string, unknown> {
  return mapSpecSecrets(types, spec, () => SECRET_MASK)
}

/** Decrypts the secrets of one stored check. */
export function unsealCheck(type: CheckType, secrets: Secrets, spec: unknown): Result<unknown, string> {
  let failure: string | undefined
  const plain = mapSecrets(type.jsonSchema, spec, (sealed) => {
    const opened = secrets.unseal(sealed)
    if (opened.ok) return opened.value
    failure = opened.failure
    return ''
  })
  return failure === undefined ? succeed(plain) : fail(failure)
}

/** A shorter secret may stand in a text by chance. */
const SHORTEST_TELLING = 4

/**
 * The text of a spec with masks in the place of its secrets; comments, order and quotes stay.
 * @param spec what was read from the text, secrets in the clear
 * @returns undefined where the masked text would not say exactly the masked spec, or still holds a secret
 */
export function maskText(types: CheckTypes, text: string, spec: CanarySpec): string | undefined {
  const isKnown = (key: string) => isSpecKey(types, reservedNames, key)
  const read = readSpecText(text, isKnown)
  if (!read.ok) return undefined
  const { document } = read.value
  const secrets: string[] = []
  const places: { from: number; to: number }[] = []
  mapSpecSecrets(types, spec, (secret, { type, path }) => {
    const node = document.getIn([type, ...path], true)
    if (isScalar(node) && node.range != null) places.push({ from: node.range[0], to: node.range[1] })
    secrets.push(secret)
    return secret
  })
  // From the end on, so that no place moves before its turn. A text of several lines ends with its line.
  const masked = places
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to }) => {
      const end = result.slice(from, to).endsWith('\n') ? '\n' : ''
      return `${result.slice(0, from)}"${SECRET_MASK}"${end}${result.slice(to)}`
    }, text)
  const again = readSpecText(masked, isKnown)
  const isWhole =
    again.ok && isDeepStrictEqual(canonicalSpec(types, again.value.value), maskSpec(types, spec))
  const tells = secrets.some((secret) => secret.length >= SHORTEST_TELLING && masked.includes(secret))
  return isWhole && !tells ? masked : undefined
}
