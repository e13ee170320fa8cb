// Whether the product does its work: checks run, a process works, the queue moves.
import { formatDuration } from '@binnacle/contract/text'
import { type Finding, sees } from './detector.ts'

/** Checks that are due within the next minutes or were due before. */
export interface DueFacts {
  due: number
  /** Those of them whose last run is too old, and that no process runs now. */
  overdue: number
}

/** Checks do not run if too many of those that are due did not run for too long. */
export function findOverdue({ due, overdue }: DueFacts, share: number): Finding {
  if (overdue === 0 || overdue < share * due) return sees
  return { isBlind: true, reason: `${overdue} of ${due} health checks that are due did not run` }
}

/** Nobody runs checks and jobs if no process with that role has a heartbeat. */
export function findWorkers(working: number): Finding {
  if (working > 0) return sees
  return { isBlind: true, reason: 'No process runs health checks and jobs' }
}

/**
 * The queue does not move if something waits in it for too long, or if a lane of a process takes no jobs.
 * @param waiting events and messages that are due, or in the hands of a process, for longer than the limit
 * @param limit milliseconds
 * @param lanes that stand still
 */
export function findQueue(waiting: number, limit: number, lanes: readonly string[]): Finding {
  if (waiting > 0) {
    const what = waiting === 1 ? '1 event or message waits' : `${waiting} events and messages wait`
    return { isBlind: true, reason: `${what} in the queue for more than ${formatDuration(limit)}` }
  }
  if (lanes.length === 0) return sees
  const names = lanes.join(', ')
  return { isBlind: true, reason: `No jobs run in the ${lanes.length === 1 ? 'lane' : 'lanes'} ${names}` }
}
