import { Worker } from 'node:worker_threads'
import { failureOf, type ScriptErrorCode } from '../failure.ts'
import type { Job, Outcome } from '../job.ts'

export interface Pool {
  /** Runs a job in a worker; resolves in any case, within the job's time plus the time it waits for its turn. */
  run(job: Job): Promise<Outcome>
  close(): Promise<void>
}

/** A worker is given this much longer than the script, which ends by itself as a rule. */
const GRACE_MILLISECONDS = 250
const START_MILLISECONDS = 15_000
/** Above this a script waits too long to be of use. */
const LONGEST_WAIT_MILLISECONDS = 10_000
const MOST_WAITING = 2_000
const IDLE_MILLISECONDS = 60_000

/** Of JavaScript objects in a worker; the memory of the sandbox within is counted by itself. */
const HEAP_MEGABYTES = 128

interface Waiting {
  job: Job
  settle(outcome: Outcome): void
  /** Gives up waiting. */
  patience: NodeJS.Timeout
}

interface Member {
  worker: Worker
  ready: boolean
  current: Waiting | undefined
  /** Ends a run, a start, or idleness that takes too long. */
  timer: NodeJS.Timeout | undefined
}

function failure(code: ScriptErrorCode, message: string): Outcome {
  return { ok: false, code, message, offset: 0 }
}

/**
 * Workers for scripts: started when there is something to do, used again, killed when a script does not end, and ended
 * when nothing has come for a minute.
 * @param size how many may run at once, so that one slow script does not hold up the others
 */
export function createPool(size: number): Pool {
  const members = new Set<Member>()
  const queue: Waiting[] = []
  let closed = false
  let failedStarts = 0

  function finish(member: Member, outcome: Outcome): void {
    const done = member.current
    member.current = undefined
    done?.settle(outcome)
  }

  function remove(member: Member): Promise<unknown> {
    members.delete(member)
    clearTimeout(member.timer)
    return member.worker.terminate()
  }

  function kill(member: Member, outcome: Outcome): void {
    void remove(member)
    finish(member, outcome)
    dispatch()
  }

  function rest(member: Member): void {
    clearTimeout(member.timer)
    // A resting worker does not keep the process alive.
    member.worker.unref()
    member.timer = setTimeout(() => void remove(member), IDLE_MILLISECONDS).unref()
  }

  function begin(member: Member, waiting: Waiting): void {
    clearTimeout(waiting.patience)
    clearTimeout(member.timer)
    member.current = waiting
    member.worker.ref()
    const { timeoutMilliseconds } = waiting.job.limits
    member.timer = setTimeout(
      () => kill(member, failure('too-slow', `took longer than ${timeoutMilliseconds} ms`)),
      timeoutMilliseconds + GRACE_MILLISECONDS,
    )
    try {
      member.worker.postMessage(waiting.job)
    } catch (error) {
      const { code, message } = failureOf(error)
      finish(member, failure(code, `the environment cannot be handed over: ${message}`))
      rest(member)
      dispatch()
    }
  }

  function start(): void {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      name: 'scripts',
      // Scripts get nothing of the process: no environment variables, no arguments, no standard input.
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: 16,
        stackSizeMb: 4,
      },
    })
    const member: Member = { worker, ready: false, current: undefined, timer: undefined }
    members.add(member)
    member.timer = setTimeout(() => giveUp(member), START_MILLISECONDS)
    worker.on('message', (message: Outcome | 'ready') => {
      if (message === 'ready') {
        member.ready = true
        failedStarts = 0
      } else finish(member, message)
      if (!members.has(member)) return
      rest(member)
      dispatch()
    })
    worker.on('error', (error: Error & { code?: string }) => {
      if (!member.ready) giveUp(member)
      else if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        kill(member, failure('too-much-memory', `used more than ${HEAP_MEGABYTES} MiB of memory`))
      else kill(member, failure('unavailable', `the worker failed: ${error.message}`))
    })
    worker.on('exit', () => {
      if (members.has(member)) kill(member, failure('unavailable', 'the worker ended'))
    })
  }

  /** What waits for a worker that does not start fails now rather than later. */
  function giveUp(member: Member): void {
    void remove(member)
    failedStarts += 1
    if (failedStarts < 3) dispatch()
    else {
      failedStarts = 0
      for (const waiting of queue.splice(0))
        waiting.settle(failure('unavailable', 'no worker for scripts can be started'))
    }
  }

  function dispatch(): void {
    for (const member of members) {
      if (queue.length === 0) return
      if (!member.ready || member.current !== undefined) continue
      const waiting = queue.shift()
      if (waiting !== undefined) begin(member, waiting)
    }
    const starting = [...members].filter(({ ready }) => !ready).length
    if (queue.length > starting && members.size < size && !closed) start()
  }

  return {
    run(job) {
      if (closed) return Promise.resolve(failure('unavailable', 'the engine is closed'))
      if (queue.length >= MOST_WAITING)
        return Promise.resolve(failure('unavailable', 'too many scripts wait for their turn'))
      return new Promise((resolve) => {
        const waiting: Waiting = {
          job,
          settle(outcome) {
            clearTimeout(waiting.patience)
            resolve(outcome)
          },
          patience: setTimeout(() => {
            const place = queue.indexOf(waiting)
            if (place !== -1) queue.splice(place, 1)
            resolve(
              failure(
                'unavailable',
                `waited longer than ${LONGEST_WAIT_MILLISECONDS / 1_000} s for its turn`,
              ),
            )
          }, LONGEST_WAIT_MILLISECONDS),
        }
        queue.push(waiting)
        dispatch()
      })
    },
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.settle(failure('unavailable', 'the engine is closed'))
      const ending = [...members].map((member) => {
        const ended = remove(member)
        finish(member, failure('unavailable', 'the engine is closed'))
        return ended
      })
      await Promise.all(ending)
    },
  }
}
