import { isRecord, namedTexts, variables, type RawSpec } from '@binnacle/plugin-kit/core'
import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import { z } from 'zod'
import { ENVIRONMENT } from '../../../platform/specs/types.ts'

const named = z.object({ name: z.string() })

/** Adds the variables of the canary to a written check. Those of the check take precedence. */
export function withEnvironment(check: RawSpec, environment: unknown): RawSpec {
  const own: unknown = check[ENVIRONMENT] ?? []
  if (!Array.isArray(environment) || environment.length === 0 || !Array.isArray(own)) return check
  const names = new Set(own.map((variable) => named.safeParse(variable).data?.name))
  // Its own variables come first, so that the positions of their problems stay right.
  const others = environment.filter((variable) => !names.has(named.safeParse(variable).data?.name))
  return { ...check, [ENVIRONMENT]: [...own, ...others] }
}

/** Adds the variables of the canary to every check of a written spec. */
export function spreadEnvironment(spec: RawSpec, types: Iterable<string>): RawSpec {
  const environment = spec[ENVIRONMENT]
  // Report problems of these variables once, at the canary.
  if (environment === undefined || !variables.safeParse(environment).success) return spec
  const lists = [...types].flatMap((type) => {
    const list = spec[type]
    return Array.isArray(list)
      ? [
          [
            type,
            list.map((check: unknown) => (isRecord(check) ? withEnvironment(check, environment) : check)),
          ],
        ]
      : []
  })
  return { ...spec, ...Object.fromEntries(lists) }
}

/** The variables of a check by name. */
export function variablesOf({ env }: Pick<CommonCheckSpec, 'env'>): Record<string, string> {
  return Object.fromEntries(namedTexts(env))
}
