// A process that reads files for the server, one job at a time and with blocking calls. If the file system hangs, only this
// process hangs.
import { doJob } from './actions.ts'
import type { FileJob, FileMessage } from './protocol.ts'

function isJob(message: unknown): message is FileJob {
  return typeof message === 'object' && message !== null && 'action' in message && 'root' in message
}

function say(message: FileMessage): void {
  process.send?.(message)
}

process.on('message', (message) => {
  if (!isJob(message)) return
  const result = doJob(message, (entries) => say({ type: 'progress', entries }))
  if ('value' in result) say({ type: 'done', value: result.value })
  else {
    const { failure, reason } = result
    say({
      type: 'failed',
      code: failure.code,
      message: failure.message,
      ...(reason === undefined ? {} : { reason }),
    })
  }
})
// The server is gone.
process.on('disconnect', () => process.exit(0))
say({ type: 'ready' })
