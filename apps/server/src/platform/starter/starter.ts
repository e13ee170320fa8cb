// The process that keeps root's rights when root starts the product. It starts the product as another user, forwards
// signals to it, and runs commands of checks for it. It does nothing else.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { createCommandRunner } from '../commands/index.ts'
import { collectGarbage } from '../garbage.ts'
import { readStarterPlan } from './plan.ts'
import { serveCommands } from './serve-commands.ts'

/** Most milliseconds to end running commands after the product ended. */
const END_MILLISECONDS = 5_000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const plan = readStarterPlan(process.argv[2] ?? '')
const [file = '', ...args] = plan.command
const product = spawn(file, args, {
  stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  env: { ...process.env, ...plan.environment },
  ...plan.user,
})
for (const signal of signals) process.on(signal, () => product.kill(signal))
const channel = product.stdio[3]
const end =
  channel instanceof Socket ? serveCommands(channel, createCommandRunner(plan.commands)) : async () => {}

product.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
product.on('exit', (code, signal) => {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, END_MILLISECONDS))
  void Promise.race([end(), patience]).then(() => {
    if (signal === null) process.exit(code ?? 1)
    // The exit must tell the parent process how the product ended.
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
})

collectGarbage()
