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
  type Written,
} from '@binnacle/plugin-kit/core'
import type { References } from '../references/index.ts'
import type { SpecType } from './types.ts'

/** Reads stored connections. It returns the same object until the connection changes. */
export interface ConnectionSource {
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
  written: Written
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
