import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc in a second, on every Linux that Node runs on. */
const TICKS = 100

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Fields of /proc/PID/stat after the name, which may hold spaces: state, parent, … */
function stat(pid: number): string[] {
  return read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
}

/** A process and everything below it. */
export function tree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const child = Number(entry)
    if (!Number.isInteger(child)) continue
    const parent = Number(stat(child)[1])
    children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const below = (root: number): number[] => [root, ...(children.get(root) ?? []).flatMap(below)]
  return below(pid)
}

/** Seconds of processor time that a process has used, without its children. */
export function cpuSeconds(pid: number): number {
  const fields = stat(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** The same with the children that have ended. */
export function cpuSecondsWithEnded(pid: number): number {
  return stat(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0)
}

/** Proportional memory of a process in MiB: shared pages count by their share. */
export function proportionalMemory(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1_024
}

/** What a process is, in few words. */
export function nameOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(0, 70)
}

/** Starts a program, keeps its output for when it fails, and ends it with this one. */
export function start(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(file, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) console.error(`${file} ended with ${code}:\n${output}`)
  })
  process.on('exit', () => child.kill())
  return child
}

/** Ends a program and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
