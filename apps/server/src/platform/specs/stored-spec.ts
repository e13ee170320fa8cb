import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit/core'
import type { Secrets } from '../secrets.ts'
import type { SpecParser } from './read-spec.ts'
import { type ListSpec, mapSpecSecrets, type SpecType, type SpecTypes } from './types.ts'
import { canonicalSpec } from './spellings.ts'
import { readSpecText, type SpecTextParser } from './text.ts'

/** Encrypts the secrets of a spec for storing. */
export function sealSpec(types: SpecTypes, secrets: Secrets, spec: ListSpec): Record<string, unknown> {
  return mapSpecSecrets(types, spec, (secret) => secrets.seal(secret))
}

/** Replaces the secrets of a spec by masks for showing it. */
export function maskSpec(types: SpecTypes, spec: ListSpec): Record<string, unknown> {
  return mapSpecSecrets(types, spec, () => SECRET_MASK)
}

/** Replaces secrets by what they seal. @returns why one cannot be decrypted, if one cannot */
function unsealAll<Value>(
  secrets: Secrets,
  replace: (unseal: (sealed: string) => string) => Value,
): Result<Value, string> {
  let failure: string | undefined
  const plain = replace((sealed) => {
    const opened = secrets.unseal(sealed)
    if (opened.ok) return opened.value
    failure = opened.failure
    return ''
  })
  return failure === undefined ? succeed(plain) : fail(failure)
}

/** Decrypts the secrets of one stored entry. */
export function unsealEntry(type: SpecType, secrets: Secrets, spec: unknown): Result<unknown, string> {
  return unsealAll(secrets, (unseal) => mapSecrets(type.jsonSchema, spec, unseal))
}

/** Decrypts the secrets of a stored spec. @returns why one cannot be decrypted, if one cannot */
function unsealSpec(
  types: SpecTypes,
  secrets: Secrets,
  spec: ListSpec,
): Result<Record<string, unknown>, string> {
  return unsealAll(secrets, (unseal) => mapSpecSecrets(types, spec, unseal))
}

/** Parses a stored spec, so that it can run. @returns why it cannot run, if it cannot */
export async function openSpec<Spec>(
  { types, parse }: Pick<SpecParser<Spec>, 'types' | 'parse'>,
  secrets: Secrets,
  spec: ListSpec,
): Promise<Result<Spec, string>> {
  const plain = unsealSpec(types, secrets, spec)
  if (!plain.ok) return plain
  const parsed = await parse(plain.value, true)
  if (parsed.ok) return succeed(parsed.value)
  const [first] = parsed.failure
  return fail(`the stored spec is not valid any more: ${first?.path ?? ''}: ${first?.message ?? ''}`)
}

/**
 * Keeps the stored text of a spec, with its comments, if a new value means the same.
 * @param spec the new value, with decrypted secrets
 * @returns undefined if it does not, or if there is no readable text
 */
export function keptText(
  types: SpecTypes,
  secrets: Secrets,
  stored: { spec: ListSpec; text: string | null },
  spec: ListSpec,
): string | undefined {
  const opened = stored.text === null ? undefined : secrets.unseal(stored.text)
  if (opened?.ok !== true) return undefined
  return isDeepStrictEqual(maskSpec(types, spec), maskSpec(types, stored.spec)) ? opened.value : undefined
}

/** Shorter secrets may appear in a text by chance. */
const SHORTEST_TELLING = 4

/**
 * Replaces the secrets in the text of a spec by masks. Comments, order and quotes stay.
 * @param spec the parsed text, with decrypted secrets
 * @returns undefined if the masked text would differ from the masked spec, or would still contain a secret
 */
export async function maskText(
  types: SpecTypes,
  parser: SpecTextParser,
  text: string,
  spec: ListSpec,
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
  // A YAML alias makes two paths lead to one position. Replace from the end, so that earlier positions stay right. A block
  // scalar ends with its line.
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
