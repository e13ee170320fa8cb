import { outcome, type Health, type HealthOutcome } from './outcome.ts'

interface Rule {
  health: Health
  ready: boolean
  /** In lower case with single blanks. A * stands for any text. */
  words: readonly string[]
}

// The first rule that has a word wins, so that exact words stand before those with a *.
const rules: readonly Rule[] = [
  {
    health: 'healthy',
    ready: true,
    words: [
      'running',
      'active',
      'available',
      'in use',
      'inuse',
      'create complete',
      'update complete',
      'import complete',
      'completed',
      'complete',
      'succeeded',
      'success',
      'successful',
      'healthy',
      'ok',
      'online',
      'ready',
      'enabled',
      'deployed',
      'bound',
      'attached',
      'associated',
      'up',
      'passing',
      'connected',
      'idle',
      'primary',
      'secondary',
    ],
  },
  {
    health: 'healthy',
    ready: false,
    words: [
      'updating',
      'upgrading',
      'modifying',
      'rebooting',
      'maintenance',
      'configuring*',
      'backing up',
      'renaming',
      'resetting master credentials',
      'update in progress',
      'update complete cleanup in progress',
      'storage optimization',
      'storage config upgrade',
      'scaling',
    ],
  },
  { health: 'warning', ready: true, words: ['*rollback complete', 'degraded'] },
  {
    health: 'warning',
    ready: false,
    words: ['*rollback*in progress', 'active impaired', 'impaired', 'warning', 'suspended'],
  },
  {
    health: 'unhealthy',
    ready: true,
    words: [
      'failed',
      'error',
      '*failed',
      '*error',
      'insufficient capacity',
      'storage full',
      'inaccessible*',
      'incompatible*',
      'unhealthy',
      'critical',
      'failure',
      'down',
      'faulted',
      'recovering failed',
    ],
  },
  {
    health: 'unknown',
    ready: true,
    words: [
      'stopped',
      'terminated',
      'deleted',
      'delete complete',
      'inactive',
      'disabled',
      'deallocated',
      'cancelled',
      'canceled',
    ],
  },
  {
    health: 'unknown',
    ready: false,
    words: [
      'stopping',
      'creating',
      'create in progress',
      'review in progress',
      'provisioning',
      'activating',
      'attaching',
      'starting',
      'in progress',
      'inprogress',
      'progressing',
      'deleting',
      'delete in progress',
      'import in progress',
      'shutting down',
      'pending',
      'detaching',
      'deallocating',
      'canceling',
    ],
  },
]

const exact = new Map<string, Rule>()
const patterns: { pattern: RegExp; rule: Rule }[] = []
for (const rule of rules)
  for (const word of rule.words) {
    if (!word.includes('*')) exact.set(word, exact.get(word) ?? rule)
    // linear by construction: our own words, compared with texts of at most LONGEST_STATE characters
    else patterns.push({ pattern: new RegExp(`^${word.replaceAll('*', '.*')}$`, 's'), rule })
  }

/** Longest state in characters; a longer text is no state. */
const LONGEST_STATE = 200

/** `UPDATE_COMPLETE` and `update-complete` are `update complete`. */
function normalized(state: string): string {
  return state
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
}

/** A state as people read it: `UPDATE_COMPLETE` is `Update Complete`; `CrashLoopBackOff` stays. */
function shownState(state: string): string {
  if (!/[_\s-]/.test(state.trim()) && /[a-z][A-Z]/.test(state)) return state.trim()
  return normalized(state).replaceAll(/(?:^|\s)\S/g, (letter) => letter.toUpperCase())
}

/** Health by the word with which a source names the state of a thing. */
export function healthOfState(state: string | undefined, message?: string): HealthOutcome {
  if (state === undefined || state.trim() === '' || state.length > LONGEST_STATE)
    return outcome('unknown', undefined, { message })
  // Words that run together, such as InService, are looked up apart too.
  const candidates = [normalized(state), normalized(state.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))]
  const rule =
    candidates.map((word) => exact.get(word)).find((found) => found !== undefined) ??
    patterns.find(({ pattern }) => candidates.some((word) => pattern.test(word)))?.rule
  return outcome(rule?.health ?? 'unknown', shownState(state), { ready: rule?.ready ?? false, message })
}
