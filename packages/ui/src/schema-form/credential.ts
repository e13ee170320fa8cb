import {
  isRecord,
  type KeyMapKind,
  readValueFrom,
  readValueReference,
  SECRET_MASK,
  writeValueReference,
} from '@binnacle/contract/schema'
import * as z from 'zod/mini'
import type { ValuePath } from './schema-form.ts'

/** The ways to give a value that may be a secret, in the words of the specification (SPEC-010). */
export const credentialKinds = { static: 'Static', configmap: 'Config Map', secret: 'Secret' } as const
export type CredentialKind = keyof typeof credentialKinds

export function isCredentialKind(text: string): text is CredentialKind {
  return Object.hasOwn(credentialKinds, text)
}

/** A value that may be a secret, parsed from a spec. */
export type Credential =
  | {
      kind: 'static'
      /** Undefined if no value is set. */
      text: string | undefined
      /** Path of the text, even before there is one. */
      place: ValuePath
    }
  | {
      kind: KeyMapKind
      name: string
      key: string
      /** Path of `name` and `key`; undefined for a reference in short form. */
      place: ValuePath | undefined
    }

const part = z.catch(z.string(), '')
const entryShape = z.optional(z.catch(z.object({ name: part, key: part }), { name: '', key: '' }))
const valueFromShape = z.object({
  secretKeyRef: entryShape,
  configMapKeyRef: entryShape,
  helmRef: entryShape,
  serviceAccount: z.optional(part),
})

const keyOf = (kind: KeyMapKind) => (kind === 'secret' ? 'secretKeyRef' : 'configMapKeyRef')

/** @param text path at which the short form is written */
function referenceIn(value: unknown, path: ValuePath, text: ValuePath): Credential | undefined {
  const parsed = valueFromShape.safeParse(isRecord(value) ? value['valueFrom'] : undefined)
  const reference = parsed.success ? readValueFrom(parsed.data) : undefined
  if (reference === undefined) return undefined
  // No control exists for other kinds of reference, so edit their short form as a text.
  if (reference.kind !== 'secret' && reference.kind !== 'configmap')
    return { kind: 'static', text: writeValueReference(reference), place: text }
  return { ...reference, place: [...path, 'valueFrom', keyOf(reference.kind)] }
}

/**
 * Parses a value in any of its notations.
 * @param path path of the value
 * @param parent the surrounding object, if it may have `valueFrom` instead of the value
 */
export function readCredential(value: unknown, path: ValuePath, parent?: unknown): Credential {
  const kept = referenceIn(parent, path.slice(0, -1), path) ?? referenceIn(value, path, path)
  if (kept !== undefined) return kept
  const place = isRecord(value) ? [...path, 'value'] : path
  const written = isRecord(value) ? value['value'] : value
  const text = typeof written === 'string' ? written : undefined
  const reference = text === undefined ? undefined : readValueReference(text)
  if (reference?.ok === true && (reference.value.kind === 'secret' || reference.value.kind === 'configmap'))
    return { ...reference.value, place: undefined }
  return { kind: 'static', text, place }
}

/** Whether the value is the mask of a stored secret. */
export function isStored(credential: Credential): boolean {
  return credential.kind === 'static' && credential.text === SECRET_MASK
}
