import {
  inputJsonSchema,
  isRecord,
  namedTexts,
  type SchemaNode,
  variables,
  type Written,
} from '@binnacle/plugin-kit'
import type { CommonCheckSpec } from '@binnacle/plugin-kit'
import { z } from 'zod'

/** Key under which a canary and its checks have variables. */
export const ENVIRONMENT = 'env'

/** Says where the secrets of a canary's variables are. */
export const environmentSchema: SchemaNode = inputJsonSchema(variables)

const named = z.object({ name: z.string() })

/** A check, as it was written, with the variables of its canary; those of its own stand above them. */
export function withEnvironment(check: Written, environment: unknown): Written {
  const own: unknown = check[ENVIRONMENT] ?? []
  if (!Array.isArray(environment) || environment.length === 0 || !Array.isArray(own)) return check
  const names = new Set(own.map((variable) => named.safeParse(variable).data?.name))
  // Its own come first: what is wrong with one of them is then where it was written.
  const others = environment.filter((variable) => !names.has(named.safeParse(variable).data?.name))
  return { ...check, [ENVIRONMENT]: [...own, ...others] }
}

/** A spec, as it was written, in which every check has the variables of the canary. */
export function spreadEnvironment(spec: Written, types: Iterable<string>): Written {
  const environment = spec[ENVIRONMENT]
  // What is wrong with them is said once, where they are.
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

/** The variables of a check by their names. */
export function variablesOf({ env }: Pick<CommonCheckSpec, 'env'>): Record<string, string> {
  return Object.fromEntries(namedTexts(env))
}
