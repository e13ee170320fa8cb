import { readdirSync, readFileSync } from 'node:fs'

/** A field of /proc/PID/status, in its parts; empty if the process has ended. */
function processStatus(pid: number, field: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return new RegExp(`^${field}:[ \\t]*(.*)$`, 'm').exec(text)?.[1]?.split(/\s+/) ?? []
  } catch {
    return []
  }
}

/** A process and all below it. */
function family(pid: number): number[] {
  const processes = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const children = processes.filter((each) => Number(processStatus(each, 'PPid')[0]) === pid)
  return [pid, ...children.flatMap(family)]
}

/** The words with which a process was started; empty if it has ended. */
function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export function isAlive(pid: number): boolean {
  const [state] = processStatus(pid, 'State')
  return state !== undefined && state !== 'Z'
}

/** The process of the product below the one that starts it again; undefined while there is none. */
export function productBelow(pid: number): number | undefined {
  return family(pid).find((each) => {
    const [program = '', ...words] = wordsOf(each)
    const isProduct = words.some((word) => word.endsWith('main.ts')) && words.includes('serve')
    return (
      isAlive(each) &&
      program.endsWith('/node') &&
      isProduct &&
      !words.some((word) => word.endsWith('starter.ts'))
    )
  })
}
