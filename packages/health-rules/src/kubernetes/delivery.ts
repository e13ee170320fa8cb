import { type Fields, textAt } from '../document.ts'
import { type Health, type HealthOutcome, outcome } from '../outcome.ts'

interface State {
  health: Health
  ready: boolean
}

const argoStates: Readonly<Record<string, State>> = {
  Healthy: { health: 'healthy', ready: true },
  Progressing: { health: 'unknown', ready: false },
  Suspended: { health: 'unknown', ready: true },
  Paused: { health: 'unknown', ready: false },
  Degraded: { health: 'unhealthy', ready: true },
  Missing: { health: 'unhealthy', ready: false },
}

/** Health of an Application of Argo CD: what Argo says of its parts, and whether they are as wanted. */
export function applicationHealth(document: Fields): HealthOutcome {
  const state = textAt(document, 'status', 'health', 'status')
  const sync = textAt(document, 'status', 'sync', 'status')
  const { health, ready } = argoStates[state ?? ''] ?? { health: 'unknown', ready: false }
  const message =
    textAt(document, 'status', 'health', 'message') ?? textAt(document, 'status', 'operationState', 'message')
  const isInSync = sync === undefined || sync === 'Synced'
  return outcome(health, isInSync || health === 'unhealthy' ? state : sync, {
    ready: ready && isInSync,
    message,
  })
}

/** Health of a Rollout of Argo. */
export function rolloutHealth(document: Fields): HealthOutcome | undefined {
  const phase = textAt(document, 'status', 'phase')
  const state = argoStates[phase ?? '']
  return state === undefined
    ? undefined
    : outcome(state.health, phase, { ready: state.ready, message: textAt(document, 'status', 'message') })
}

const workflowStates: Readonly<Record<string, State>> = {
  Succeeded: { health: 'healthy', ready: true },
  Running: { health: 'healthy', ready: false },
  Pending: { health: 'unknown', ready: false },
  Failed: { health: 'unhealthy', ready: true },
  Error: { health: 'unhealthy', ready: true },
}

/** Health of a Workflow of Argo. */
export function workflowHealth(document: Fields): HealthOutcome {
  const phase = textAt(document, 'status', 'phase')
  const { health, ready } = workflowStates[phase ?? ''] ?? { health: 'unknown', ready: false }
  return outcome(health, phase === 'Succeeded' ? 'Completed' : phase, {
    ready,
    message: textAt(document, 'status', 'message'),
  })
}

/** Below so many percent, a check that passes now is not well. */
const LOW_UPTIME = 80

/** The percentage in a text such as "3/4 (75.0%)". */
function percentage(text: string | undefined): number | undefined {
  const written = /(?:^|[^\d.])(\d+(?:\.\d+)?)%/.exec(text ?? '')?.[1]
  return written === undefined ? undefined : Number(written)
}

/** Health of a Canary: by its last run, and how often it passed in the last hour. */
export function canaryHealth(document: Fields): HealthOutcome | undefined {
  const problem = textAt(document, 'status', 'errorMessage')
  if (problem !== undefined) return outcome('unhealthy', 'Error', { message: problem })
  const status = textAt(document, 'status', 'status')
  const uptime = textAt(document, 'status', 'uptime1h')
  const message =
    textAt(document, 'status', 'message') ?? (uptime === undefined ? undefined : `uptime: ${uptime}`)
  if (status === 'Passed')
    return outcome((percentage(uptime) ?? 100) < LOW_UPTIME ? 'warning' : 'healthy', status, {
      ready: true,
      message,
    })
  if (status === 'Failed') return outcome('unhealthy', status, { ready: true, message })
  return status === 'Invalid' ? outcome('unhealthy', status, { message }) : undefined
}
