import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type ConnectionReference,
  type ConnectionValues,
  type FilledSpec,
  fillConnections,
  hasReferences,
  isRecord,
  needsConnections,
  resolveConnection,
  resolveReferences,
  type RawSpec,
} from '@binnacle/plugin-kit/core'
import { createRedactor } from '@binnacle/egress'
import type { z } from 'zod'
import type { References } from '../references/index.ts'
import { entrySecrets, type SpecType } from './types.ts'

/** Reads stored connections. It returns the same object until the connection changes. */
interface ConnectionSource {
  find(reference: ConnectionReference, namespace: string): Promise<Result<ConnectionValues, string>>
}

/** Sources of the connections and values that entries name. */
export interface SpecSources {
  connections: ConnectionSource
  /** Config Maps, Secrets, variables and files. */
  references: References
}

/** An entry with unresolved connections or references, as written. */
export interface NamingEntry<Type extends SpecType = SpecType> {
  type: Type
  written: RawSpec
  /** Namespace of the spec, in which names are resolved. */
  namespace: string
}

/** Whether an entry has connections or references to resolve before it can run. */
export function isNaming(type: SpecType, written: unknown): boolean {
  return (
    needsConnections(type.definition.connections ?? [], written) || hasReferences(type.jsonSchema, written)
  )
}

/** A resolved entry. */
export interface CompleteEntry extends FilledSpec {
  /** The found connections. The same objects mean the same values. */
  found: readonly ConnectionValues[]
  /** Resolved values of references. */
  texts: readonly string[]
}

/**
 * Resolves all connections and references of an entry. References of the entry come first, so that values from connections
 * and secrets are never taken for references.
 * @returns the entry, or why it cannot run
 */
export async function completeEntry(
  { type, written, namespace }: NamingEntry,
  { connections, references }: SpecSources,
): Promise<Result<CompleteEntry, string>> {
  const own = await resolveReferences(type.jsonSchema, written, (reference) =>
    references.read(reference, namespace),
  )
  if (!own.ok) return own
  if (!isRecord(own.value.value)) return fail('it is no object')
  const found: ConnectionValues[] = []
  const texts = [...own.value.texts]
  const secrets = [...own.value.secrets]
  const filled = await fillConnections(
    type.definition.connections ?? [],
    own.value.value,
    async (reference) => {
      const one = await connections.find(reference, namespace)
      if (!one.ok) return one
      found.push(one.value)
      const resolved = await resolveConnection(one.value, (kept) =>
        references.read(kept, one.value.namespace),
      )
      if (!resolved.ok) return resolved
      texts.push(...resolved.value.texts)
      secrets.push(...resolved.value.secrets)
      return succeed(resolved.value.connection)
    },
  )
  return filled.ok
    ? succeed({
        written: filled.value.written,
        secrets: [...new Set([...filled.value.secrets, ...secrets])],
        unseen: filled.value.unseen,
        found,
        texts,
      })
    : filled
}

/** A parsed entry of a spec, which may name connections and values. */
export interface WrittenEntry<Type extends SpecType & { definition: { schema: z.ZodType } }> {
  type: Type
  /** Fields of its type as written, with decrypted secrets. */
  written: Readonly<Record<string, unknown>>
  /** The same as the type reads them. */
  spec: unknown
}

/** An entry whose connections and references are resolved. */
export interface ResolvedEntry {
  spec: unknown
  /** Values that nothing that comes out may show. */
  secrets: readonly string[]
}

/** Resolves what an entry names. @returns why it cannot run, if it cannot */
export async function resolveEntry<Type extends SpecType & { definition: { schema: z.ZodType } }>(
  { type, written, spec }: WrittenEntry<Type>,
  namespace: string,
  sources: SpecSources,
): Promise<Result<ResolvedEntry, string>> {
  const own = entrySecrets(type, written)
  if (!isNaming(type, written)) return succeed({ spec, secrets: own })
  const completed = await completeEntry({ type, written, namespace }, sources)
  if (!completed.ok) return completed
  const { written: whole, secrets, unseen } = completed.value
  const all = [...new Set([...own, ...secrets, ...unseen, ...entrySecrets(type, whole)])]
  const parsed = type.definition.schema.safeParse(whole)
  if (parsed.success) return succeed({ spec: parsed.data, secrets: all })
  const [issue] = parsed.error.issues
  // Error messages quote wrong values, which may be secret here.
  const problem = createRedactor(all)([...(issue?.path ?? []), issue?.message ?? ''].join(': '))
  return fail(`what it names makes no valid spec: ${problem}`)
}
