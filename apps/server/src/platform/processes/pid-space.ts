import { readFile, readlink } from 'node:fs/promises'

/**
 * Names the space in which process ids of this process mean the same: this boot of the machine, and this namespace of
 * processes. Two containers have the same host name at times, and always the same first process id.
 * @returns null where the system does not say
 */
export async function pidSpace(): Promise<string | null> {
  try {
    const [boot, namespace] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
    ])
    return `${boot.trim()} ${namespace}`
  } catch {
    return null
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
