import { isRecord } from '@binnacle/contract/schema'
import type { CheckTypeInfo } from './check-types.ts'
import type { ValuePath } from '@binnacle/ui/schema-form'

/** A check of a spec that is being edited. */
export interface EditedCheck {
  /** How the address names it: type:index. */
  id: string
  type: CheckTypeInfo
  index: number
  path: ValuePath
  name: string
  value: unknown
}

/** The checks of a spec, in the order of the text. */
export function checksOf(
  value: Readonly<Record<string, unknown>>,
  types: readonly CheckTypeInfo[],
): EditedCheck[] {
  return Object.entries(value).flatMap(([key, list]) => {
    const type = types.find((candidate) => candidate.type === key)
    if (type === undefined || !Array.isArray(list)) return []
    return list.map((check: unknown, index) => ({
      id: `${key}:${index}`,
      type,
      index,
      path: [key, index],
      name: isRecord(check) && typeof check['name'] === 'string' ? check['name'] : '',
      value: check,
    }))
  })
}

/**
 * A spec with one of its checks alone, and all that holds for the whole of it. Checks that it depends on are not there,
 * and do not keep it from being tried.
 */
export function specOfOne(
  value: Readonly<Record<string, unknown>>,
  types: readonly CheckTypeInfo[],
  check: EditedCheck,
): Record<string, unknown> {
  const known = new Set(types.map(({ type }) => type))
  const common = Object.entries(value).filter(([key]) => !known.has(key))
  const { dependsOn: _, ...alone } = isRecord(check.value) ? check.value : {}
  return { ...Object.fromEntries(common), [check.type.type]: [alone] }
}
