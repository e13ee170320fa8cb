// How messages reach a person: by the ways that the person chose, one after another.
import type { Severity } from '@binnacle/contract/health'
import { webPushConnection } from '@binnacle/notifiers/web_push'
import type { Configuration } from '../../../../platform/configuration.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import type { OnCall, ReachMethod } from '../../../on-call/index.ts'
import type { Recipient, Via } from './recipients.ts'

export interface PeopleDependencies {
  onCall: Pick<OnCall, 'reach' | 'webPushKeys' | 'quietHours' | 'policy' | 'now'>
  secrets: Pick<Secrets, 'seal'>
  configuration: Pick<Configuration, 'mail' | 'publicUrl'>
}

/** A recipient, and how long after the alert its message goes out. */
export interface Way {
  recipient: Recipient
  afterMilliseconds: number
}

/** Where push services reach the operator, as RFC 8292 asks. */
function operatorAddress({ mail, publicUrl }: PeopleDependencies['configuration']): string {
  const address = /<([^<>]+)>\s*$/.exec(mail?.from ?? '')?.[1] ?? mail?.from
  if (address !== undefined) return `mailto:${address}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost'
}

/** How a message takes one way to a person. */
export async function viaOf(
  { onCall, secrets, configuration }: PeopleDependencies,
  method: ReachMethod,
): Promise<{ via: Via; properties: Readonly<Record<string, string>> }> {
  if (method.kind === 'email') return { via: { kind: 'email', address: method.address }, properties: {} }
  if (method.kind === 'connection')
    return { via: { kind: 'connection', reference: method.id }, properties: method.properties }
  const { endpoint, keys } = method.subscription
  const vapid = { ...(await onCall.webPushKeys()), subject: operatorAddress(configuration) }
  const connection = webPushConnection('a browser', { endpoint, ...keys }, vapid)
  return { via: { kind: 'values', sealed: secrets.seal(JSON.stringify(connection)) }, properties: {} }
}

/**
 * The ways to a recipient. A person who chose none gets an email; a team or a service is reached as its rule says.
 * @param severity decides which of the person's steps apply
 */
export async function waysTo(
  dependencies: PeopleDependencies,
  recipient: Recipient,
  severity: Severity,
): Promise<Way[]> {
  const { personId, teamId } = recipient
  if (personId === undefined || teamId !== undefined) return [{ recipient, afterMilliseconds: 0 }]
  const steps = await dependencies.onCall.reach(personId, severity)
  if (steps.length === 0) return [{ recipient, afterMilliseconds: 0 }]
  return Promise.all(
    steps.map(async ({ afterMilliseconds, method, label }, place): Promise<Way> => {
      const { via, properties } = await viaOf(dependencies, method)
      return {
        afterMilliseconds,
        recipient: {
          ...recipient,
          key: `person:${personId}:${place}`,
          name: `${recipient.name} (${label})`,
          via,
          properties: { ...recipient.properties, ...properties },
        },
      }
    }),
  )
}
