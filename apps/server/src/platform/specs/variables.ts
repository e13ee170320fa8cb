import { allow, type Resource } from '@binnacle/contract/access'
import { isRecord } from '@binnacle/contract/schema'
import { SECRET_MASK } from '@binnacle/plugin-kit/core'
import type { Actor } from '../access/actor.ts'
import type { Secrets } from '../secrets.ts'
import { counterpart } from './counterpart.ts'
import { ENVIRONMENT } from './types.ts'

function withMask(variable: unknown): unknown {
  if (!isRecord(variable)) return variable
  const { value } = variable
  if (typeof value === 'string') return { ...variable, value: SECRET_MASK }
  return isRecord(value) && typeof value['value'] === 'string'
    ? { ...variable, value: { ...value, value: SECRET_MASK } }
    : variable
}

/**
 * Masks the values of all variables in a spec, also of those that are not marked secret. `derived.masked` does the same in
 * the database.
 */
function hideVariables(spec: unknown): unknown {
  if (Array.isArray(spec)) return spec.map(hideVariables)
  if (!isRecord(spec)) return spec
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => [
      key,
      key === ENVIRONMENT && Array.isArray(value) ? value.map(withMask) : hideVariables(value),
    ]),
  )
}

/** What somebody may see of a spec: the values of its variables are for those who may write it. */
export function shownTo(
  actor: Pick<Actor, 'roles'>,
  resource: Resource,
  spec: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown = allow(actor.roles, resource, 'write') ? spec : hideVariables(spec)
  return isRecord(shown) ? shown : {}
}

function withValue(variable: unknown, stored: unknown, secrets: Secrets): unknown {
  if (!isRecord(variable) || !isRecord(stored)) return variable
  const [value, kept] = [variable['value'], stored['value']]
  if (isRecord(value)) return { ...variable, value: withValue(value, kept, secrets) }
  const isKept = value === SECRET_MASK && typeof kept === 'string' && !secrets.isSealed(kept)
  return isKept && variable['secret'] !== true ? { ...variable, value: kept } : variable
}

/** Replaces masks of variables that are not secret by the stored values, for clients that save what they were shown. */
export function restoreVariables(written: unknown, stored: unknown, secrets: Secrets): unknown {
  if (Array.isArray(written) && Array.isArray(stored))
    return written.map((item, index) => restoreVariables(item, counterpart(written, stored, index), secrets))
  if (!isRecord(written) || !isRecord(stored)) return written
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const before = stored[key]
      return [
        key,
        key === ENVIRONMENT && Array.isArray(value) && Array.isArray(before)
          ? value.map((variable, index) => withValue(variable, counterpart(value, before, index), secrets))
          : restoreVariables(value, before, secrets),
      ]
    }),
  )
}
