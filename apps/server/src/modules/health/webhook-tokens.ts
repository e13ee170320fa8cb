import { isRecord, resolveReferences, secretText, secretValue } from '@binnacle/plugin-kit/core'
import type { Clock } from '../../platform/clock.ts'
import type { References } from '../../platform/references/index.ts'
import type { PreparedCheck } from './runner/prepare.ts'

/** Milliseconds for which a referenced token is cached, because strangers can send any number of requests. */
const REMEMBERED = 5_000

const tokenValue = secretValue({ title: 'Token' })

/** Reads the tokens of webhooks, and no other referenced values of the checks. */
export interface WebhookTokens {
  /**
   * The current token of a check. A referenced one may be five seconds old.
   * @returns undefined if the check has none, or if it cannot be read or is too short
   */
  current(check: PreparedCheck): Promise<string | undefined>
}

/** Creates the reader of tokens. */
export function createWebhookTokens(references: References, clock: Clock): WebhookTokens {
  // A changed check is another object, so its new token counts at once.
  const remembered = new WeakMap<PreparedCheck, { since: number; token: Promise<string | undefined> }>()

  async function read({ type, spec, naming }: PreparedCheck): Promise<string | undefined> {
    const { receives } = type.definition
    if (receives === undefined) return undefined
    const { field, shortest } = receives
    const written: unknown = naming === undefined ? spec : naming.written
    if (!isRecord(written)) return undefined
    const resolved = await resolveReferences(type.jsonSchema, { [field]: written[field] }, (reference) =>
      references.read(reference, naming?.namespace ?? ''),
    )
    if (!resolved.ok || !isRecord(resolved.value.value)) return undefined
    const token = tokenValue.safeParse(resolved.value.value[field])
    const text = token.success ? secretText(token.data) : undefined
    // A referenced value is known only now, and may be too short.
    return text === undefined || text.length < shortest ? undefined : text
  }

  return {
    current(check) {
      const now = clock.now().getTime()
      const known = remembered.get(check)
      // With a clock that was set back, the cached token would be valid for longer.
      if (known !== undefined && Math.abs(now - known.since) < REMEMBERED) return known.token
      const token = read(check)
      remembered.set(check, { since: now, token })
      return token
    },
  }
}
