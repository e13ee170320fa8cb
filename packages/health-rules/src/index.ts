import { isFields, type Fields } from './document.ts'
import { outcome, type HealthOutcome } from './outcome.ts'
import { amazonHealth, azureHealth, mongoHealth } from './cloud.ts'
import { healthByAnyState } from './fallback.ts'
import { kubernetesHealth } from './kubernetes/index.ts'

export type { HealthOutcome } from './outcome.ts'

type Rules = (type: string, document: Fields, now: Date) => HealthOutcome | undefined

/** Rules by the part of the type before `::`, in lower case. */
const rulesByProvider: ReadonlyMap<string, Rules> = new Map<string, Rules>([
  ...['kubernetes', 'crossplane', 'missioncontrol', 'flux', 'argo'].map((provider): [string, Rules] => [
    provider,
    (_type, document, now) => kubernetesHealth(document, now),
  ]),
  ['aws', amazonHealth],
  ['azure', azureHealth],
  ['mongo', mongoHealth],
])

/**
 * The health of an item, by its document. Never throws; where no rule knows the document, health is unknown.
 * @param type such as `Kubernetes::Pod`; the part before `::` decides which rules apply
 * @param document as its source has it, before anything is removed
 */
export function healthOf(type: string, document: unknown, now: Date): HealthOutcome {
  if (!isFields(document)) return outcome('unknown', undefined)
  const provider = type.split('::', 1)[0]?.toLowerCase() ?? ''
  return rulesByProvider.get(provider)?.(type, document, now) ?? healthByAnyState(document)
}
