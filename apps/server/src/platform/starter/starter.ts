// The process that keeps root's rights when root starts the product. It starts the product as another user, forwards
// signals to it, runs commands of checks for it, and starts it again when it crashes. It does nothing else.
import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { createCommandRunner } from '../commands/index.ts'
import { collectGarbage } from '../garbage.ts'
import { createPauses, hasCrashed } from './crash.ts'
import { readStarterPlan } from './plan.ts'
import { serveCommands } from './serve-commands.ts'

/** Most milliseconds to end running commands after the product ended. */
const END_MILLISECONDS = 5_000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const plan = readStarterPlan(process.argv[2] ?? '')
const pauseAfter = createPauses()
let product: ChildProcess | undefined
let isStopping = false

function end(code: number | null, signal: NodeJS.Signals | null): void {
  if (signal === null) process.exit(code ?? 1)
  // The exit must tell the parent process how the product ended.
  for (const name of signals) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}

function start(): void {
  const [file = '', ...args] = plan.command
  const begun = performance.now()
  const child = spawn(file, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...plan.environment },
    ...plan.user,
  })
  product = child
  const channel = child.stdio[3]
  const endCommands =
    channel instanceof Socket ? serveCommands(channel, createCommandRunner(plan.commands)) : async () => {}
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    product = undefined
    const commandsEnded = endCommands()
    if (plan.restarts && !isStopping && hasCrashed(code, signal)) {
      process.stderr.write(`Binnacle ended with ${signal ?? `code ${code}`} and is started again\n`)
      setTimeout(() => (isStopping ? end(code, signal) : start()), pauseAfter(performance.now() - begun))
      return
    }
    const patience = new Promise<void>((resolve) => setTimeout(resolve, END_MILLISECONDS))
    void Promise.race([commandsEnded, patience]).then(() => end(code, signal))
  })
}

for (const signal of signals)
  process.on(signal, () => {
    isStopping = true
    product?.kill(signal)
  })
start()
collectGarbage()
