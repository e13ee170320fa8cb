import { fail, type Result, succeed } from '@binnacle/contract'
import { createRedactor } from '@binnacle/egress'
import {
  type ConnectionReference,
  type ConnectionValues,
  fillConnections,
  needsConnections,
  type Written,
} from '@binnacle/plugin-kit'
import { type CheckType, checkSecrets } from '../spec/check-types.ts'
import type { RunnableCheck } from './runner.ts'

/** Looks up stored connections; the same object comes back as long as a connection does not change. */
export interface ConnectionSource {
  find(reference: ConnectionReference, namespace: string): Promise<Result<ConnectionValues, string>>
}

/** A check that names connections, as it was written. */
export interface NamingCheck {
  type: CheckType
  written: Written
  /** Of its canary: names without namespace are looked up there. */
  namespace: string
}

/** Whether a check has to be connected before it can run. */
export function isNaming(type: CheckType, written: unknown): boolean {
  return needsConnections(type.definition.connections ?? [], written)
}

/** What connections make of a check. */
export type ConnectedCheck = Pick<RunnableCheck, 'spec' | 'secrets'>

/** What was found for a check the last time, and what came of it. */
interface Connected {
  found: readonly ConnectionValues[]
  result: Result<ConnectedCheck, string>
}

const connected = new WeakMap<NamingCheck, Connected>()

/**
 * Puts connections, as they are now, into a check that names them.
 * @returns the check, or why it cannot run
 */
export async function connectCheck(
  check: NamingCheck,
  connections: ConnectionSource,
): Promise<Result<ConnectedCheck, string>> {
  const { type, written, namespace } = check
  const found: ConnectionValues[] = []
  const known = connected.get(check)
  const filled = await fillConnections(type.definition.connections ?? [], written, async (reference) => {
    const one = await connections.find(reference, namespace)
    if (one.ok) found.push(one.value)
    return one
  })
  if (!filled.ok) return filled
  // The same objects mean the same values: parsing again would find the same.
  if (known?.found.length === found.length && known.found.every((one, place) => one === found[place]))
    return known.result
  const spec = type.definition.schema.safeParse(filled.value.written)
  const [issue] = spec.error?.issues ?? []
  // Messages quote what is wrong, which here is what readers may not see.
  const redact = createRedactor(filled.value.secrets)
  const problem = redact([...(issue?.path ?? []), issue?.message ?? ''].join(': '))
  const result = spec.success
    ? succeed({
        spec: spec.data,
        secrets: [...checkSecrets(type, filled.value.written), ...filled.value.secrets],
      })
    : fail(`connection: what it says makes no valid check: ${problem}`)
  connected.set(check, { found, result })
  return result
}
