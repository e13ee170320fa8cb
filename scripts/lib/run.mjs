import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const running = new Set()
let caught

function onSignal(signal) {
  caught = signal
  // A terminal sends an interrupt to what was started as well, and twice would cut its stop short.
  if (signal !== 'SIGINT') for (const child of running) child.kill(signal)
}

/** Lets a signal end the program that runs first, and this process by the same signal then. */
function endBefore(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, onSignal)
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    if (running.size > 0) return
    for (const signal of signals) process.off(signal, onSignal)
    if (caught !== undefined) process.kill(process.pid, caught)
  })
}

/**
 * Runs a program and waits for its end.
 * @param {string} file
 * @param {string[]} args
 * @param {{quiet?: boolean, env?: Record<string, string>}} options quiet gathers the output instead of showing it
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(file, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    endBefore(child)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
