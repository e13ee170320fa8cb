import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isAlive } from '../apps/server/src/platform/processes/pid-space.ts'
import { until } from '../apps/server/src/testing/until.ts'

const library = (name: string) => JSON.stringify(fileURLToPath(new URL(`lib/${name}`, import.meta.url)))

/** A script of ours that runs a program which never ends; it prints the ids of both. */
const script = `
import { main } from ${library('say.mjs')}
import { run } from ${library('run.mjs')}
await main(async () => {
  console.log(process.pid)
  await run(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'])
  console.log('went on')
})`

/** Starts a command and waits until the script and its program run. */
async function start(file: string, args: string[]) {
  const child: ChildProcess = spawn(file, args, {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const lines = () => output.trim().split('\n')
  await until(() => lines().length === 2)
  return { child, processes: lines().map(Number), lines }
}

test('a signal to a script ends the program that it runs, and then the script', async () => {
  const { child, processes, lines } = await start(process.execPath, ['--input-type=module', '-e', script])
  child.kill('SIGTERM')
  await until(() => !processes.some(isAlive))
  expect(child.signalCode).toBe('SIGTERM')
  expect(lines()).toHaveLength(2)
})

test.skipIf(process.platform === 'win32')('a script ends when the shell that started it does', async () => {
  // With something after it, every shell starts the script as its own process.
  const command = '"$0" --input-type=module -e "$1"; exit'
  const { child, processes } = await start('sh', ['-c', command, process.execPath, script])
  expect(processes).not.toContain(child.pid)
  child.kill('SIGTERM')
  await until(() => !processes.some(isAlive))
})
