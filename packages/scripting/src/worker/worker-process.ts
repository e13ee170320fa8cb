import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isRecord } from '@binnacle/contract/schema'
import { readFrames, toFrame, writeFrame } from './frames.ts'
import { CHANNEL, type Reply } from './serve-jobs.ts'

export interface WorkerOptions {
  /** The module that the process runs. It calls `serveJobs`. */
  module: URL
  /** Heap limit for JavaScript objects. */
  heapMegabytes: number
  onReply: (reply: Reply) => void
  /** The process has ended, also when `end` was called. */
  onEnd: (reason: EndReason) => void
}

/** Why a process ended: by its memory, or in other ways, in words. */
export interface EndReason {
  isMemory: boolean
  words: string
}

/** A process that runs jobs of a pool. */
export interface WorkerProcess {
  pid: number | undefined
  /** Throws if the job cannot be copied. */
  send(job: unknown): void
  /** Whether this process stays alive as long as the worker does. */
  setAwaited(isAwaited: boolean): void
  /** Resolves when it has ended. */
  end(): Promise<void>
}

/** Memory besides the heap that a worker may have: buffers, WebAssembly, stacks of threads; and 640 that the engine only reserves. */
const OTHER_MEGABYTES = 1_152
/** Seconds of processor time after which the system ends a worker, also when nobody is left who would. */
export const LONGEST_LIFE = 600
/** Bytes of an outcome. A longer one is not read. */
const LARGEST_REPLY = 134_217_728
/** Kilobytes of stack, as each level of a document takes some. */
const STACK = 8_192
const ENGINE_STACK = 3_900
/** Characters of what the process says before it ends. */
const LAST_WORDS = 4_096

/**
 * Sets the limits of the system, then becomes the worker. Every shell has these limits; one that the system lacks is left out.
 * Of all processes of the product the system ends these first when the machine has no memory left.
 */
const LIMITS = `ulimit -c 0
ulimit -s ${STACK}
ulimit -t ${LONGEST_LIFE}
ulimit -d "$1"
echo 800 > /proc/self/oom_score_adj
shift
unset PWD OLDPWD
exec "$@" 2>&4 4>&-`

const SHELL = '/bin/sh'
const hasShell = process.platform !== 'win32' && existsSync(SHELL)

const CODE_CACHE = 'BINNACLE_CODE_CACHE'

/**
 * How the worker gets its code without types from a cache, if this process does. Workers have a cache of their own, so
 * that none of them writes code that another process runs.
 */
function cachedCode(): { options: string[]; environment: Record<string, string> } {
  const own = process.env[CODE_CACHE] ?? ''
  const loader = process.execArgv.find((option) => option.endsWith('strip-types.mjs'))
  if (own === '' || loader === undefined) return { options: [], environment: {} }
  const folder = join(own, 'workers')
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return { options: [], environment: {} }
  }
  return {
    options: [`--allow-fs-write=${join(folder, '*')}`, '--import', loader],
    environment: { [CODE_CACHE]: folder },
  }
}

function isReply(value: unknown): value is Reply {
  return isRecord(value) && typeof value['ready'] === 'boolean' && typeof value['milliseconds'] === 'number'
}

const memoryWords = /heap limit|out of memory|allocation failed|bad_alloc|MEMORY_ALLOCATION_FAILED/i

/** Starts a worker. Whatever ends it ends nothing else. */
export function startWorker({ module, heapMegabytes, onReply, onEnd }: WorkerOptions): WorkerProcess {
  const code = cachedCode()
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--max-semi-space-size=8',
    // It reads code and writes nothing, starts no programs and loads no native ones.
    '--permission',
    '--allow-fs-read=*',
    ...code.options,
  ]
  const [program, ...args] = hasShell
    ? [
        SHELL,
        '-c',
        LIMITS,
        'worker',
        String((heapMegabytes + OTHER_MEGABYTES) * 1_024),
        ...node,
        `--stack-size=${ENGINE_STACK}`,
        fileURLToPath(module),
      ]
    : [...node, fileURLToPath(module)]
  const child = spawn(program, args, {
    // Scripts must not see the process: no environment variables, no standard input.
    env: code.environment,
    // What the shell says of limits that the system lacks goes nowhere, and what the worker says is kept.
    stdio: hasShell ? ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const channel = child.stdio[CHANNEL]
  const words = hasShell ? child.stdio[4] : child.stderr
  let said = ''
  let isOver = false
  const over = Promise.withResolvers<void>()
  const finish = (reason: EndReason) => {
    if (isOver) return
    isOver = true
    over.resolve()
    onEnd(reason)
  }
  words?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-LAST_WORDS)))
  words?.on('error', () => undefined)
  child.on('error', (error) => finish({ isMemory: false, words: error.message }))
  child.on('close', (code, signal) =>
    finish({
      // The system kills what takes the last memory of the machine, or of the group of processes.
      isMemory: memoryWords.test(said) || signal === 'SIGKILL',
      words: signal ?? `code ${code ?? 'unknown'}`,
    }),
  )
  if (channel instanceof Duplex) {
    channel.on('error', () => child.kill('SIGKILL'))
    readFrames(channel, LARGEST_REPLY, {
      value(reply) {
        if (isReply(reply)) onReply(reply)
        else child.kill('SIGKILL')
      },
      unreadable() {
        said += 'out of memory: the outcome is too large'
        child.kill('SIGKILL')
      },
    })
  }
  const setAwaited = (isAwaited: boolean) => {
    for (const handle of [child, channel, words])
      if (handle === child || handle instanceof Socket) {
        if (isAwaited) handle.ref()
        else handle.unref()
      }
  }
  return {
    pid: child.pid,
    send(job) {
      if (channel instanceof Duplex) writeFrame(channel, toFrame(job))
    },
    setAwaited,
    end() {
      // Otherwise this process could end before it sees the end of the worker.
      setAwaited(true)
      child.kill('SIGKILL')
      return over.promise
    },
  }
}
