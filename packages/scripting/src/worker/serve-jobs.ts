import { Socket } from 'node:net'
import { threadMilliseconds } from '../cpu-clock.ts'
import { readFrames, toFrame, writeFrame } from './frames.ts'

/** A message of a worker: that it is ready, or the outcome of the last job. */
export type Reply =
  | { ready: true; milliseconds: number }
  | {
      ready: false
      outcome: unknown
      /** Processor time of the worker since its start. The next job is measured from here. */
      milliseconds: number
    }

/** File descriptor of the channel to the process that started this one. */
export const CHANNEL = 3
/** Bytes of a job. What callers hand over is far smaller. */
const LARGEST_JOB = 2 ** 30

/**
 * Runs jobs in this process, which a pool started: the next one comes after the outcome of the last one. The process ends
 * with the one that started it.
 * @param failed the outcome of a job whose outcome cannot be handed over
 */
export function serveJobs<Job, Outcome>(
  accepts: (value: unknown) => value is Job,
  run: (job: Job) => Promise<Outcome>,
  failed: (error: unknown) => Outcome,
): void {
  // A terminal and a service manager send these to all processes of the product, which ends its jobs in its own order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
  const end = () => process.exit()
  channel.on('close', end).on('end', end).on('error', end)
  const reply = (message: Reply) => {
    let frame
    try {
      frame = toFrame(message)
    } catch (error) {
      frame = toFrame({ ...message, outcome: failed(error) })
    }
    writeFrame(channel, frame)
  }
  readFrames(channel, LARGEST_JOB, {
    value(job) {
      const outcome = accepts(job) ? run(job) : Promise.resolve(failed(new Error('this is no job')))
      void outcome.then((done) => reply({ ready: false, outcome: done, milliseconds: threadMilliseconds() }))
    },
    unreadable: end,
  })
  reply({ ready: true, milliseconds: threadMilliseconds() })
}
