import type { Severity } from '@binnacle/contract/health'

/** Types of changes with their own severity. Source: reference, section 2.3. */
const high = new Set([
  'BackOff',
  'KubeletIsDown',
  'NetworkNotReady',
  'NodeHasDiskPressure',
  'NodeHasInsufficientMemory',
  'NodeNotReady',
  'NodeNotSchedulable',
  'NodeUnreachable',
  'OOMKilled',
  'PodCrashLooping',
  'ProcessingError',
])
const medium = new Set([
  'ConntrackFull',
  'Error',
  'Evicted',
  'InvalidDiskCapacity',
  'NodeUnderMemoryPressure',
  'UnexpectedJob',
  'Unhealthy',
])
const info = new Set([
  'Started',
  'Starting',
  'Killing',
  'Sync',
  'SuccessfulCreate',
  'SuccessfulDelete',
  'SuccessfulAttachVolume',
  'Updated',
  'Deleted',
])

/** In the order in which they count. */
const patterns: readonly (readonly [RegExp, Severity])[] = [
  [/IsDown$|^Failed|Failed|^Cannot|^Authorize|^Revoke/, 'medium'],
  [/^Success|Succeeded$/, 'info'],
  [
    /^(?:Add|Allocate|Assign|Associate|Attach|Cancel|Change|Copy|Create|Delete|Deregister|Detach|Disable|Disassociate|Enable|Import|Modify|Move|Put|Reboot|Register|Release|Remove|Rename|Replace|Reset|Restore|Rotate|Run|Scale|Scaled|Scaling|Set|Start|Stop|Tag|Terminate|Untag|Update|Upgrade)/,
    'low',
  ],
]

/** The severity of a type of change where nothing says another one. */
export function severityOfType(type: string): Severity {
  if (high.has(type)) return 'high'
  if (medium.has(type)) return 'medium'
  if (info.has(type)) return 'info'
  return patterns.find(([pattern]) => pattern.test(type))?.[1] ?? 'info'
}

/** Words of sources for severities. */
const words: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['blocker', 'critical'],
  ['fatal', 'critical'],
  ['high', 'high'],
  ['error', 'high'],
  ['failed', 'high'],
  ['failure', 'high'],
  ['medium', 'medium'],
  ['warning', 'medium'],
  ['warn', 'medium'],
  ['low', 'low'],
  ['verbose', 'low'],
  ['info', 'info'],
  ['informational', 'info'],
  ['success', 'info'],
  ['normal', 'info'],
])

/** The severity that a word of a source means; undefined for words that mean none. */
export function severityOfWord(word: unknown): Severity | undefined {
  return typeof word === 'string' ? words.get(word.trim().toLowerCase()) : undefined
}
