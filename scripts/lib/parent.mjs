import { readFileSync } from 'node:fs'

const CHECK_MILLISECONDS = 500

/** The process that started this one, or that started the shell which starts this one again after a crash. */
function starterOf() {
  if (process.env.BINNACLE_SUPERVISED === undefined) return process.ppid
  try {
    // The name, in brackets, may contain anything.
    const [, parent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return Number(parent)
  } catch {
    return process.ppid
  }
}

/**
 * Ends this process as SIGTERM would when the one that started it is gone. npm hands a signal to the shell between it
 * and us; where that shell does not pass it on (dash), it would end alone and leave us running.
 */
export function endWithParent() {
  // Started by hand, one may want to outlive the shell (nohup).
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = starterOf()
  const timer = setInterval(() => {
    if (starterOf() === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MILLISECONDS)
  timer.unref()
}
