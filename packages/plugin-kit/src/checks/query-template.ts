import { type Result, succeed } from '@binnacle/contract/core'
import type { RunContext } from '../core/run-context.ts'

/** Whether a text contains an action of a Go template. */
export function isTemplate(text: string): boolean {
  return text.includes('{{')
}

/**
 * Renders a query that is a Go template. It sees `canary`, `check` and `last_result`, but no variables: these may be secret,
 * and a changed query does not require the secrets of its check again.
 * @returns the query, or the problem of the template
 */
export async function fillQuery(
  text: string,
  context: Pick<RunContext, 'template'>,
): Promise<Result<string, string>> {
  if (!isTemplate(text)) return succeed(text)
  const filled = await context.template(text, {})
  return filled.ok ? succeed(filled.value.trim()) : filled
}

/** Fields of a spec that are templates, as its type declares its scripts. */
export function templatesAt(
  fields: readonly (readonly [path: readonly PropertyKey[], text: string | undefined])[],
) {
  return fields.flatMap(([path, source]) =>
    source !== undefined && isTemplate(source) ? [{ path, language: 'template' as const, source }] : [],
  )
}
