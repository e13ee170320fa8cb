import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor } from '@binnacle/egress'
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
import type { References } from '../../../platform/references/index.ts'
import { type CheckType, checkSecrets } from '../canary-spec/check-types.ts'
import type { RunnableCheck } from './runner.ts'

/** Reads stored connections. It returns the same object until the connection changes. */
export interface ConnectionSource {
  find(reference: ConnectionReference, namespace: string): Promise<Result<ConnectionValues, string>>
}

/** Sources of the connections and values that checks name. */
export interface CheckSources {
  connections: ConnectionSource
  /** Config Maps, Secrets, variables and files. */
  references: References
}

/** A check with unresolved connections or references, as written. */
export interface NamingCheck {
  type: CheckType
  written: Written
  /** Namespace of the canary, in which names are resolved. */
  namespace: string
}

/** Whether a check has connections or references to resolve before it can run. */
export function isNaming(type: CheckType, written: unknown): boolean {
  return (
    needsConnections(type.definition.connections ?? [], written) || hasReferences(type.jsonSchema, written)
  )
}

/** A check with all connections and references resolved. */
export type ConnectedCheck = Pick<RunnableCheck, 'spec' | 'secrets' | 'unseen'>

/** The last resolved connections and values of a check, and the parsed check. */
interface Connected {
  found: readonly ConnectionValues[]
  texts: readonly string[]
  result: Result<ConnectedCheck, string>
}

const connected = new WeakMap<NamingCheck, Connected>()

const isSame = <Item>(one: readonly Item[], other: readonly Item[]) =>
  one.length === other.length && one.every((item, place) => item === other[place])

/** A resolved spec. */
interface Completed extends FilledSpec {
  /** The found connections. The same objects mean the same values. */
  found: readonly ConnectionValues[]
  /** Resolved values of references. */
  texts: readonly string[]
}

/** Resolves the references of the spec first, so that values from connections and secrets are never taken for references. */
async function complete(
  { type, written, namespace }: NamingCheck,
  { connections, references }: CheckSources,
): Promise<Result<Completed, string>> {
  const own = await resolveReferences(type.jsonSchema, written, (reference) =>
    references.read(reference, namespace),
  )
  if (!own.ok) return own
  if (!isRecord(own.value.value)) return fail('the check is no object')
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

/**
 * Resolves all connections and references of a check to their current values.
 * @returns the check, or why it cannot run
 */
export async function connectCheck(
  check: NamingCheck,
  sources: CheckSources,
): Promise<Result<ConnectedCheck, string>> {
  const { type } = check
  const known = connected.get(check)
  const completed = await complete(check, sources)
  if (!completed.ok) return completed
  const { written, secrets, unseen, found, texts } = completed.value
  // Parsing the same values again would give the same result.
  if (known !== undefined && isSame(known.found, found) && isSame(known.texts, texts)) return known.result
  const spec = type.definition.schema.safeParse(written)
  const [issue] = spec.error?.issues ?? []
  // Error messages quote wrong values, which may be secret here.
  const redact = createRedactor(secrets)
  const problem = redact([...(issue?.path ?? []), issue?.message ?? ''].join(': '))
  const names = found.length > 0 ? 'connection: what it says' : 'what the check refers to'
  const result = spec.success
    ? succeed({ spec: spec.data, secrets: [...checkSecrets(type, written), ...secrets], unseen })
    : fail(`${names} makes no valid check: ${problem}`)
  connected.set(check, { found, texts, result })
  return result
}
