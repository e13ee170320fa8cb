import { statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, sep } from 'node:path'
import { inProject, root } from './paths.mjs'

const ownPrograms = inProject('node_modules', '.bin')
const added = [`${sep}node_modules${sep}.bin`, `${sep}node-gyp-bin`]

/**
 * The folders of a PATH in which programs are looked up. npm adds `node_modules/.bin` of the project and of every folder
 * above it, which others may write. An empty or relative folder depends on where the product was started.
 * @param {string} path
 */
export function lookUpPath(path) {
  return path
    .split(delimiter)
    .filter(
      (folder) =>
        isAbsolute(folder) && (folder === ownPrograms || !added.some((ending) => folder.endsWith(ending))),
    )
    .join(delimiter)
}

/** Leaves out of this process's variables what lets folders outside the project choose its programs and modules. */
export function cleanEnvironment() {
  // Windows calls it Path.
  for (const name of Object.keys(process.env))
    if (name.toUpperCase() === 'PATH') process.env[name] = lookUpPath(process.env[name] ?? '')
  if (process.getuid?.() === 0) delete process.env.NODE_PATH
}

/**
 * The first folder above a path in which somebody else than root may write.
 * @param {string} path
 * @param {(path: string) => {uid: number, mode: number}} stat
 * @returns {string | undefined}
 */
export function openFolderAbove(path, stat = statSync) {
  for (let at = dirname(path); ; at = dirname(at)) {
    const { uid, mode } = stat(at)
    if (uid !== 0 || (mode & 0o022) !== 0) return at
    if (at === dirname(at)) return undefined
  }
}

/** A warning for root, for whom npm and Node look for programs and packages in all folders above the project; undefined if it is not needed. */
export function warningForRoot() {
  if (process.getuid?.() !== 0) return undefined
  const open = openFolderAbove(root.endsWith(sep) ? root.slice(0, -1) : root)
  return open === undefined
    ? undefined
    : `Warning: root starts Binnacle below ${open}, where other users can write, and npm looks for programs in all folders above the project. Move the project to a folder of root such as /opt, or start it as another user.`
}
