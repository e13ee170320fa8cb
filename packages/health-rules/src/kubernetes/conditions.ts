import { type Fields, listAt, textAt } from '../document.ts'
import { type Health, type HealthOutcome, outcome } from '../outcome.ts'

/** A condition of an object, as the API conventions of Kubernetes describe it. */
export interface Condition {
  type: string
  /** True, False or Unknown. */
  status: string
  reason: string | undefined
  message: string | undefined
  fields: Fields
}

/** What a condition says about health. */
export interface ConditionRule {
  type: string
  /** Default: any. */
  status?: 'True' | 'False' | 'Unknown'
  /** Default: any. */
  reasons?: readonly string[]
  health: Health
  ready: boolean
  /** Shown as status. Default: the reason of the condition, else its type */
  shown?: string
}

/** The conditions of an object. */
export function conditionsOf(document: Fields): readonly Condition[] {
  return listAt(document, 'status', 'conditions').map((fields) => ({
    type: textAt(fields, 'type') ?? '',
    status: textAt(fields, 'status') ?? '',
    reason: textAt(fields, 'reason'),
    message: textAt(fields, 'message'),
    fields,
  }))
}

/** The condition of a type; undefined if missing. */
export function conditionOf(document: Fields, type: string): Condition | undefined {
  return conditionsOf(document).find((condition) => condition.type === type)
}

/** Health by the first rule that fits a condition. @returns undefined if none does */
export function byConditions(document: Fields, rules: readonly ConditionRule[]): HealthOutcome | undefined {
  const conditions = conditionsOf(document)
  for (const { type, status, reasons, health, ready, shown } of rules) {
    const found = conditions.find(
      (condition) =>
        condition.type === type &&
        (status === undefined || condition.status === status) &&
        (reasons === undefined || reasons.includes(condition.reason ?? '')),
    )
    if (found !== undefined)
      return outcome(health, shown ?? found.reason ?? type, { ready, message: found.message })
  }
  return undefined
}

const bad = (type: string, status: 'True' | 'False', ready = true): ConditionRule => ({
  type,
  status,
  health: 'unhealthy',
  ready,
})
const good = (type: string): ConditionRule => ({ type, status: 'True', health: 'healthy', ready: true })
const going = (type: string, shown?: string): ConditionRule => ({
  type,
  status: 'Unknown',
  health: 'unknown',
  ready: false,
  ...(shown === undefined ? {} : { shown }),
})
const retries: ConditionRule = {
  type: 'Reconciling',
  status: 'True',
  reasons: ['ProgressingWithRetry'],
  health: 'warning',
  ready: false,
}

const kustomization: readonly ConditionRule[] = [
  retries,
  {
    type: 'Ready',
    status: 'False',
    reasons: ['Progressing', 'DependencyNotReady'],
    health: 'unknown',
    ready: false,
  },
  {
    type: 'Ready',
    status: 'False',
    reasons: ['FetchFailed', 'PruneFailed', 'ArtifactOutdated', 'ArtifactFailed', 'ProgressingWithRetry'],
    health: 'warning',
    ready: true,
  },
  bad('Ready', 'False'),
  { type: 'Healthy', status: 'False', health: 'warning', ready: true },
  good('Ready'),
  going('Ready', 'Reconciling'),
]

const helmRelease: readonly ConditionRule[] = [
  retries,
  {
    type: 'Ready',
    status: 'False',
    reasons: ['Progressing', 'DependencyNotReady'],
    health: 'unknown',
    ready: false,
  },
  bad('Ready', 'False'),
  { type: 'Remediated', status: 'True', health: 'warning', ready: true },
  { type: 'TestSuccess', status: 'False', health: 'warning', ready: true },
  good('Ready'),
  going('Ready', 'Reconciling'),
  good('Released'),
]

const fluxSource: readonly ConditionRule[] = [
  retries,
  bad('FetchFailed', 'True'),
  bad('IncludeUnavailable', 'True'),
  bad('StorageOperationFailed', 'True'),
  bad('Stalled', 'True', false),
  bad('Ready', 'False'),
  { type: 'ArtifactOutdated', status: 'True', health: 'unknown', ready: false, shown: 'Updating' },
  { type: 'SourceVerified', status: 'False', health: 'warning', ready: true },
  good('Ready'),
  going('Ready', 'Reconciling'),
]

const crossplane: readonly ConditionRule[] = [
  { type: 'Synced', reasons: ['ReconcilePaused'], health: 'unknown', ready: false },
  { type: 'Synced', reasons: ['ReconcileError'], health: 'unhealthy', ready: false },
  { type: 'Synced', status: 'False', health: 'warning', ready: false },
  { type: 'LastAsyncOperation', status: 'False', health: 'warning', ready: false },
  { type: 'Ready', reasons: ['Creating', 'Deleting'], health: 'unknown', ready: false },
  bad('Ready', 'False'),
  bad('Healthy', 'False'),
  { type: 'Installed', status: 'False', health: 'unknown', ready: false },
  good('Ready'),
  good('Healthy'),
  good('Installed'),
  good('Synced'),
]

const googleConfigConnector: readonly ConditionRule[] = [
  { type: 'Ready', reasons: ['DependencyNotFound', 'UpdateFailed'], health: 'unhealthy', ready: true },
  { type: 'Ready', reasons: ['DependencyNotReady', 'Updating'], health: 'unknown', ready: false },
  bad('Ready', 'False'),
  good('Ready'),
]

/** The usual conditions, of kinds without special rules. */
const usual: readonly ConditionRule[] = [
  bad('Stalled', 'True', false),
  good('Ready'),
  bad('Ready', 'False', false),
  going('Ready'),
  bad('Degraded', 'True'),
  bad('Failed', 'True'),
  good('Complete'),
  good('Available'),
  bad('Available', 'False', false),
  good('Established'),
  bad('Established', 'False', false),
  good('Healthy'),
  bad('Healthy', 'False'),
  good('Programmed'),
  bad('Programmed', 'False', false),
  good('Accepted'),
  bad('Accepted', 'False', false),
  { type: 'Progressing', status: 'True', health: 'unknown', ready: false },
]

/** Rules by API group and kind; a group alone has the rules of all its kinds. */
const rulesByKind: ReadonlyMap<string, readonly ConditionRule[]> = new Map([
  ['kustomize.toolkit.fluxcd.io', kustomization],
  ['helm.toolkit.fluxcd.io', helmRelease],
  ['source.toolkit.fluxcd.io', fluxSource],
  ['image.toolkit.fluxcd.io', fluxSource],
])

/** The rules for the conditions of an object. */
function rulesFor(group: string): readonly ConditionRule[] {
  if (/(?:^|\.)(?:crossplane\.io|upbound\.io)$/.test(group)) return crossplane
  if (group.endsWith('cnrm.cloud.google.com')) return googleConfigConnector
  return rulesByKind.get(group) ?? usual
}

/** Health by the conditions of an object, with the rules of its API group. */
export function byUsualConditions(document: Fields, group: string): HealthOutcome | undefined {
  const isWithoutStatus = group === 'source.toolkit.fluxcd.io' && textAt(document, 'spec', 'type') === 'oci'
  // A repository of charts in an OCI registry is only an address.
  if (isWithoutStatus && conditionsOf(document).length === 0)
    return outcome('unknown', undefined, { ready: true })
  return byConditions(document, rulesFor(group))
}
