import { createRedactor, redactDeep } from '@binnacle/egress'
import type { CommonCheckSpec } from '@binnacle/plugin-kit/checks'
import { namedTexts, variables } from '@binnacle/plugin-kit/core'
import { namesValue } from '@binnacle/contract/schema'
import type { Findings } from './environment.ts'

type Variable = NonNullable<CommonCheckSpec['env']>[number]

/** Whether a variable is marked as secret, or stands for a value that is kept elsewhere. */
export function isSecretVariable(variable: Variable): boolean {
  return variable.secret === true || namedTexts([variable]).some(([, text]) => namesValue(text))
}

/**
 * Values of the secret variables of a check, which its scripts see.
 * @param written `env` of the check before its references were resolved
 */
export function secretVariables(
  { env = [] }: Pick<CommonCheckSpec, 'env'>,
  written: unknown = env,
): string[] {
  const parsed = variables.safeParse(written)
  const names = new Set((parsed.data ?? env).filter(isSecretVariable).map(({ name }) => name))
  return namedTexts(env.filter(({ name }) => names.has(name))).flatMap(([, text]) => text)
}

/** What scripts of a check can know of secrets. */
export interface ScriptSight {
  findings: Findings
  /** Values of secret variables. */
  variables: readonly string[]
  /** What the check looks at, which may be an address with a secret. */
  endpoint: string
}

/** Whether the texts of a value have any of these secrets, in any spelling. */
const holds = (value: unknown, secrets: readonly string[]) =>
  redactDeep(value, createRedactor(secrets)) !== value

/**
 * The secrets that scripts have seen, in a spelling that redaction finds. Only these are removed from what scripts print:
 * removing others would tell a script that prints guesses which of them is right.
 */
export function secretsSeen(
  secrets: readonly string[],
  { findings, ...rest }: ScriptSight,
): readonly string[] {
  const seen = [findings.values, rest]
  if (secrets.length === 0 || !holds(seen, secrets)) return []
  return secrets.filter((secret) => holds(seen, [secret]))
}
