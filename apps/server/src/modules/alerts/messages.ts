import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { RequestError } from '../../platform/errors.ts'
import { parseAlert, type ReceivedAlert, type Sending } from './alert.ts'

/** Most alerts in one message. */
const MOST_ALERTS = 10_000
/** Milliseconds of parsing alerts before other requests get a turn. */
const TURN = 10
/** Most alerts that an error names. */
const MOST_NAMED = 10

/** What Prometheus and other clients of the API send. */
export const postedAlerts = z.array(z.unknown()).max(MOST_ALERTS, `has more than ${MOST_ALERTS} alerts`)

/** What Alertmanager (version 4) and Grafana send to a webhook. */
export const webhookMessage = z.object({
  status: z.string().optional(),
  alerts: postedAlerts,
  /** Alerts that the sender left out of a long message. */
  truncatedAlerts: z.number().nullish(),
})

/** Parses alerts of a message. @returns those that are valid, and what is wrong with others */
export async function parseAlerts(
  given: readonly unknown[],
  how: { sending: Sending; status?: string | undefined; now: Date },
): Promise<{ alerts: ReceivedAlert[]; problems: string[] }> {
  const alerts: ReceivedAlert[] = []
  const problems: string[] = []
  let turn = performance.now()
  for (const [place, one] of given.entries()) {
    const parsed = parseAlert(one, how)
    if (parsed.ok) alerts.push(parsed.value)
    else problems.push(`[${place}].${parsed.failure}`)
    if (performance.now() - turn > TURN) {
      await setImmediate()
      turn = performance.now()
    }
  }
  return { alerts, problems }
}

/** Tells the sender of alerts that were not taken. @throws RequestError */
export function refuseInvalid(problems: readonly string[], total: number): void {
  if (problems.length === 0) return
  const named = problems.slice(0, MOST_NAMED)
  const more = problems.length > named.length ? `; and ${problems.length - named.length} more` : ''
  throw new RequestError(
    'EINVALID',
    `${problems.length} of ${total} alerts are not valid, the others were accepted: ${named.join('; ')}${more}`,
  )
}
