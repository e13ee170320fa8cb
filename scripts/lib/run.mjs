import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

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
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
