import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor } from '@binnacle/egress'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import { completeEntry, type NamingEntry, type SpecSources } from '../../../platform/specs/complete.ts'
import { ENVIRONMENT, entrySecrets } from '../../../platform/specs/types.ts'
import { secretVariables } from '../pipeline/seen.ts'
import type { CheckType } from '../canary-spec/check-types.ts'
import type { RunnableCheck } from './runner.ts'

/** A check with unresolved connections or references, as written. */
export type NamingCheck = NamingEntry<CheckType>

/** A check with all connections and references resolved. */
export type ConnectedCheck = Pick<RunnableCheck, 'spec' | 'secrets' | 'unseen' | 'secretVariables'>

/** The last resolved connections and values of a check, and the parsed check. */
interface ConnectionResolution {
  found: readonly ConnectionValues[]
  texts: readonly string[]
  result: Result<ConnectedCheck, string>
}

const connected = new WeakMap<NamingCheck, ConnectionResolution>()

const isSame = <Item>(one: readonly Item[], other: readonly Item[]) =>
  one.length === other.length && one.every((item, place) => item === other[place])

/**
 * Resolves all connections and references of a check to their current values.
 * @returns the check, or why it cannot run
 */
export async function connectCheck(
  check: NamingCheck,
  sources: SpecSources,
): Promise<Result<ConnectedCheck, string>> {
  const { type } = check
  const known = connected.get(check)
  const completed = await completeEntry(check, sources)
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
    ? succeed({
        spec: spec.data,
        secrets: [...entrySecrets(type, written), ...secrets],
        unseen,
        secretVariables: secretVariables(spec.data, check.written[ENVIRONMENT]),
      })
    : fail(`${names} makes no valid check: ${problem}`)
  connected.set(check, { found, texts, result })
  return result
}
