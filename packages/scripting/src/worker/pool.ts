import { processorMilliseconds } from './processor-time.ts'
import type { Reply } from './serve-jobs.ts'
import { type EndReason, LONGEST_LIFE, startWorker, type WorkerProcess } from './worker-process.ts'

/** Why a job failed. */
export type PoolFailureCode = 'too-slow' | 'too-much-memory' | 'too-deep' | 'evaluation' | 'unavailable'

export interface PoolOptions<Job, Outcome> {
  /** The module that workers run. It calls `serveJobs`. */
  module: URL
  /** Most jobs that run at once, so that a long one does not delay the others. */
  size: number
  /** Heap limit of a worker for JavaScript objects. */
  heapMegabytes: number
  /** Processor time that a job may use, in milliseconds. */
  limit(job: Job): number
  fail: (code: PoolFailureCode, message: string) => Outcome
  /** Whether a worker returned an outcome. */
  isOutcome: (value: unknown) => value is Outcome
}

export interface Pool<Job, Outcome> {
  /** Runs a job in a worker. Always resolves, at the latest after waiting for a worker plus the job's backstop. */
  run(job: Job): Promise<Outcome>
  close(): Promise<void>
}

/** Milliseconds that a worker may use beyond the limit of its job, which normally ends by itself. */
const GRACE = 250
/** On an overloaded machine a job ends after this many times its limit in wall time, plus a constant. */
const BACKSTOP_FACTOR = 10
const BACKSTOP_CONSTANT = 5_000
/**
 * Milliseconds after which a running job makes one more worker start, so that nobody waits if the first must be
 * killed.
 */
const SPARE_AFTER = 50
const SHORTEST_PAUSE = 20
const START = 30_000
/**
 * Milliseconds. A job that waits longer is of no use. This is as long as a worker may take to start on a busy
 * machine.
 */
const LONGEST_WAIT = START
const MOST_WAITING = 2_000
/** Milliseconds of processor time after which a worker makes room for a new one, before the system ends it. */
const OLD = (LONGEST_LIFE * 1_000) / 5
/** All workers except one end after a minute without jobs, the last one after ten. */
const IDLE = 60_000
const LAST_IDLE = 600_000

interface WaitingJob<Job, Outcome> {
  job: Job
  settle(outcome: Outcome): void
  /** Ends the wait. */
  patience: NodeJS.Timeout
}

interface Member<Job, Outcome> {
  worker: WorkerProcess
  ready: boolean
  current: WaitingJob<Job, Outcome> | undefined
  /** Processor time at the end of the last job, in milliseconds. */
  used: number
  /** Time at which the current job ends in any case, on the clock of `performance.now`. */
  backstop: number
  /** Checks a run, a start, or idleness. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Worker processes for work that may not end. They start on demand, are reused, are killed when a job has used up its
 * processor time, and end when idle. What ends a worker, such as its memory, ends nothing but its job. Existing pools
 * (piscina, tinypool) do not measure what a job uses, which a limit of processor time needs.
 */
export function createPool<Job, Outcome>(options: PoolOptions<Job, Outcome>): Pool<Job, Outcome> {
  const { size, heapMegabytes, fail, isOutcome } = options
  const members = new Set<Member<Job, Outcome>>()
  const queue: WaitingJob<Job, Outcome>[] = []
  let closed = false
  let failedStarts = 0

  const busy = () => [...members].filter(({ current }) => current !== undefined).length

  function finish(member: Member<Job, Outcome>, outcome: Outcome): void {
    const done = member.current
    member.current = undefined
    done?.settle(outcome)
  }

  function remove(member: Member<Job, Outcome>): Promise<void> {
    members.delete(member)
    clearTimeout(member.timer)
    return member.worker.end()
  }

  function kill(member: Member<Job, Outcome>, outcome: Outcome): void {
    void remove(member)
    finish(member, outcome)
    dispatch()
    // Where one job came, another one will.
    if (members.size === 0 && !closed) start()
  }

  function rest(member: Member<Job, Outcome>): void {
    clearTimeout(member.timer)
    // An idle worker does not keep this process alive.
    member.worker.setAwaited(false)
    member.timer = setTimeout(() => {
      if (members.size > 1) void remove(member)
      else member.timer = setTimeout(() => void remove(member), LAST_IDLE - IDLE).unref()
    }, IDLE).unref()
  }

  /** Ends a job that has used too much. Otherwise checks again at the earliest time when it could have. */
  function watch(member: Member<Job, Outcome>, waiting: WaitingJob<Job, Outcome>): void {
    if (member.current !== waiting) return
    if (busy() === members.size && members.size <= size && !closed) start()
    const limit = options.limit(waiting.job)
    const tooSlow = () => kill(member, fail('too-slow', `took longer than ${limit} ms`))
    const left = member.backstop - performance.now()
    if (left <= 0) {
      tooSlow()
      return
    }
    // Where the system does not tell what the worker has used, the backstop ends it.
    const { pid } = member.worker
    const used = pid === undefined ? undefined : processorMilliseconds(pid)
    const missing = used === undefined ? left : limit + GRACE - (used - member.used)
    if (missing <= 0) {
      tooSlow()
      return
    }
    member.timer = setTimeout(() => watch(member, waiting), Math.min(left, Math.max(SHORTEST_PAUSE, missing)))
  }

  function begin(member: Member<Job, Outcome>, waiting: WaitingJob<Job, Outcome>): void {
    clearTimeout(waiting.patience)
    clearTimeout(member.timer)
    member.current = waiting
    member.worker.setAwaited(true)
    member.backstop = performance.now() + options.limit(waiting.job) * BACKSTOP_FACTOR + BACKSTOP_CONSTANT
    member.timer = setTimeout(() => watch(member, waiting), SPARE_AFTER)
    try {
      member.worker.send(waiting.job)
    } catch (error) {
      // Copying deeply nested data exhausts the stack.
      const isDeep = error instanceof RangeError
      const words = error instanceof Error ? error.message : ''
      finish(
        member,
        isDeep
          ? fail('too-deep', 'the data is nested too deep')
          : fail('evaluation', `the environment cannot be handed over: ${words}`),
      )
      rest(member)
      dispatch()
    }
  }

  function receive(member: Member<Job, Outcome>, reply: Reply): void {
    member.used = reply.milliseconds
    if (!members.has(member)) return
    if (reply.ready) {
      member.ready = true
      failedStarts = 0
    } else if (isOutcome(reply.outcome)) finish(member, reply.outcome)
    else {
      kill(member, fail('unavailable', 'the worker gave no outcome'))
      return
    }
    if (member.used > OLD) void remove(member)
    else rest(member)
    dispatch()
  }

  function afterEnd(member: Member<Job, Outcome>, { isMemory, words }: EndReason): void {
    // Otherwise it was ended from here.
    if (!members.has(member)) return
    if (!member.ready) giveUp(member)
    else if (isMemory) kill(member, fail('too-much-memory', `used more than ${heapMegabytes} MiB of memory`))
    else kill(member, fail('unavailable', `the worker ended (${words})`))
  }

  function start(): void {
    const member: Member<Job, Outcome> = {
      worker: startWorker({
        module: options.module,
        heapMegabytes,
        onReply: (reply) => receive(member, reply),
        onEnd: (reason) => afterEnd(member, reason),
      }),
      ready: false,
      current: undefined,
      used: 0,
      backstop: 0,
      timer: undefined,
    }
    members.add(member)
    member.timer = setTimeout(() => giveUp(member), START)
  }

  /** Fails the jobs that wait for a worker that does not start. */
  function giveUp(member: Member<Job, Outcome>): void {
    void remove(member)
    failedStarts += 1
    if (failedStarts < 3) dispatch()
    else {
      failedStarts = 0
      for (const waiting of queue.splice(0))
        waiting.settle(fail('unavailable', 'no worker for scripts can be started'))
    }
  }

  function dispatch(): void {
    for (const member of members) {
      if (queue.length === 0 || busy() >= size) return
      if (!member.ready || member.current !== undefined) continue
      const waiting = queue.shift()
      if (waiting !== undefined) begin(member, waiting)
    }
    const starting = [...members].filter(({ ready }) => !ready).length
    if (queue.length > starting && members.size < size && !closed) start()
  }

  return {
    run(job) {
      if (closed) return Promise.resolve(fail('unavailable', 'the engine is closed'))
      if (queue.length >= MOST_WAITING)
        return Promise.resolve(fail('unavailable', 'too many scripts wait for their turn'))
      return new Promise((resolve) => {
        const waiting: WaitingJob<Job, Outcome> = {
          job,
          settle(outcome) {
            clearTimeout(waiting.patience)
            resolve(outcome)
          },
          patience: setTimeout(() => {
            const place = queue.indexOf(waiting)
            if (place !== -1) queue.splice(place, 1)
            resolve(fail('unavailable', `waited longer than ${LONGEST_WAIT / 1_000} s for its turn`))
          }, LONGEST_WAIT),
        }
        queue.push(waiting)
        dispatch()
      })
    },
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.settle(fail('unavailable', 'the engine is closed'))
      const ending = [...members].map((member) => {
        const ended = remove(member)
        finish(member, fail('unavailable', 'the engine is closed'))
        return ended
      })
      await Promise.all(ending)
    },
  }
}
