import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '@binnacle/contract'
import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit'
import type { Secrets } from '../../../platform/secrets.ts'
import { type CanarySpec, type CheckType, type CheckTypes, mapSpecSecrets } from './check-types.ts'
import type { CanaryParser } from './canary.ts'
import { canonicalSpec } from './spellings.ts'
import { readSpecText } from './text.ts'

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
export async function maskText(
  types: CheckTypes,
  parser: CanaryParser,
  text: string,
  spec: CanarySpec,
): Promise<string | undefined> {
  const secrets: string[] = []
  const paths: (readonly PropertyKey[])[] = []
  mapSpecSecrets(types, spec, (secret, { type, path }) => {
    paths.push([type, ...path])
    secrets.push(secret)
    return secret
  })
  const located = await parser.yaml.locate({ text, most: 1, document: 0, paths })
  if (!located.ok) return undefined
  // Two paths lead to one place when an alias stands for what holds it. From the end on, so that no place moves before its turn. A text of several lines ends with its line.
  const masked = located.value
    .flatMap(({ scalar }) => (scalar === undefined ? [] : [scalar]))
    .filter(({ from }, index, all) => all.findIndex((other) => other.from === from) === index)
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to }) => {
      const end = result.slice(from, to).endsWith('\n') ? '\n' : ''
      return `${result.slice(0, from)}"${SECRET_MASK}"${end}${result.slice(to)}`
    }, text)
  const again = await readSpecText(parser, masked)
  const isWhole = again.ok && isDeepStrictEqual(canonicalSpec(types, again.value), maskSpec(types, spec))
  const tells = secrets.some((secret) => secret.length >= SHORTEST_TELLING && masked.includes(secret))
  return isWhole && !tells ? masked : undefined
}
