const CHECK_MILLISECONDS = 500

/**
 * Ends this process as SIGTERM would when the one that started it is gone. npm hands a signal to the shell between it
 * and us; where that shell does not pass it on (dash), it would end alone and leave us running.
 */
export function endWithParent() {
  // Started by hand, one may want to outlive the shell (nohup).
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MILLISECONDS)
  timer.unref()
}
