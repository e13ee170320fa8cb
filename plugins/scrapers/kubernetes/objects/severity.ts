import type { Severity } from '@binnacle/contract/health'

/** Severity by the reason of an event. The first list that has it wins; * stands for any text. */
const reasons: readonly (readonly [Severity, readonly string[]])[] = [
  [
    'high',
    [
      'BackOff',
      'KubeletIsDown',
      'NetworkNotReady',
      'NodeHasDiskPressure',
      'NodeHasInsufficientMemory',
      'NodeNotReady',
      'NodeNotSchedulable',
      'NodeUnreachable',
      'OOMKilled',
      'OOMKilling',
      'SystemOOM',
      'PodCrashLooping',
      'ProcessingError',
    ],
  ],
  [
    'medium',
    [
      'ConntrackFull',
      'Error',
      'Evicted',
      'InvalidDiskCapacity',
      'NodeUnderMemoryPressure',
      'UnexpectedJob',
      'Unhealthy',
    ],
  ],
  [
    'info',
    [
      'Started',
      'Starting',
      'Killing',
      'Sync',
      'Success*',
      'SuccessfulCreate',
      'SuccessfulDelete',
      'SuccessfulAttachVolume',
      'Updated',
      'Deleted',
      '*Succeeded',
      'RegisteredNode',
      'RemovingNode',
      'ScalingReplicaSet',
      'AttachVolume',
      'Presented',
    ],
  ],
  ['medium', ['*IsDown', '*Failed*', 'Cannot*', 'Authorize*', 'Revoke*']],
  [
    'low',
    [
      'AccessPolicy',
      'Add*',
      'Associate*',
      'Attach*',
      'Change*',
      'Create*',
      'Delete*',
      'Deleting*',
      'Detach*',
      'Drain*',
      'Eviction*',
      'ExceededGracePeriod',
      'External*',
      'FileSystemResizeRequired',
      'MissingJob',
      'NewArtifact',
      'NoPods',
      'NoSourceArtifact',
      'NodeUnderDiskPressure',
      'NotTriggerScaleUp',
      'Provisioning',
      'Put*',
      'RecreatingFailedPod',
      'Requested',
      'Resizing',
      'Resource*',
      'Run*',
      'Scale*',
      'Scaling*',
      'SourceUnavailable',
      'Tag*',
      'TaintManagerEviction',
      'TriggeredScaleUp',
      'Update*',
      'Upgrade*',
      '*NotReady',
      '*Scheduled',
    ],
  ],
]

function fits(reason: string, pattern: string): boolean {
  const core = pattern.replaceAll('*', '')
  if (pattern.startsWith('*') && pattern.endsWith('*')) return reason.includes(core)
  if (pattern.startsWith('*')) return reason.endsWith(core)
  return pattern.endsWith('*') ? reason.startsWith(core) : reason === core
}

/** Words that a spec names for severities. */
export interface SeverityKeywords {
  warn?: readonly string[] | undefined
  error?: readonly string[] | undefined
}

/** The severity of an event by its reason: by the words of the spec, then by the table. */
export function severityOf(reason: string, { warn = [], error = [] }: SeverityKeywords = {}): Severity {
  const lower = reason.toLowerCase()
  const names = (words: readonly string[]) => words.some((word) => lower.includes(word.toLowerCase()))
  if (names(error)) return 'high'
  if (names(warn)) return 'medium'
  // A pod that has found its node is good news, unlike other things that are scheduled.
  if (reason === 'Scheduled') return 'info'
  return reasons.find(([, patterns]) => patterns.some((pattern) => fits(reason, pattern)))?.[0] ?? 'info'
}
