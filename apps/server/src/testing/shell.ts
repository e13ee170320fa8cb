import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The program as it runs in its own process. */
export interface ProgramRun {
  child: ChildProcess
  /** What it has written so far. */
  output: { stdout: string; stderr: string }
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** Starts the program as a shell would, and gives it folders; `end` ends and removes what is left of both. */
export function createShell() {
  const children: ChildProcess[] = []
  const folders: string[] = []

  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'binnacle-command-test-'))
    // Started by root, the program reads the files in it as another user.
    await chmod(made, 0o755)
    folders.push(made)
    return made
  }

  function start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    input = '',
  ): ProgramRun {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    children.push(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    return { child, output, ended }
  }

  async function end(): Promise<void> {
    for (const child of children) child.kill('SIGKILL')
    for (const made of folders) await rm(made, { recursive: true, force: true })
  }

  return { folder, start, end }
}
