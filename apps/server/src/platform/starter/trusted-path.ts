import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { SYSTEM_PATH } from '../commands/shell.ts'

const ROOT = 0
/** Write rights of a group and of everyone. */
const OTHERS_WRITE = 0o022

/** Whether root alone decides what is at a path: no other user may change it, or a folder above it. */
function isRoots(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at)
    const isLink = (mode & 0o170_000) === 0o120_000
    if (uid !== ROOT || (!isLink && (mode & OTHERS_WRITE) !== 0)) return false
    if (at === '/') return true
  }
}

function isTrusted(folder: string): boolean {
  if (!isAbsolute(folder)) return false
  if (SYSTEM_PATH.split(':').includes(folder)) return true
  try {
    return isRoots(folder) && isRoots(realpathSync(folder))
  } catch {
    // It does not exist, and another user might create it.
    return false
  }
}

/**
 * Returns the folders of a PATH in which no user but root may write. npm adds `node_modules/.bin` of every folder above the
 * project to it, and an empty folder means the present one.
 */
export function trustedPath(path: string | undefined): string {
  const trusted = (path ?? '').split(':').filter(isTrusted)
  return trusted.length === 0 ? SYSTEM_PATH : trusted.join(':')
}

/** Leaves only what root trusts in the variables by which this process, and those that it starts, find programs and modules. */
export function trustEnvironment(): void {
  process.env['PATH'] = trustedPath(process.env['PATH'])
  delete process.env['NODE_PATH']
}
