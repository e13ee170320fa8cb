import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inProject, root } from './paths.mjs'
import { run } from './run.mjs'
import { say, Stop } from './say.mjs'

const stampFile = inProject('node_modules', '.binnacle-installed')

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function wantedStamp() {
  const lock = createHash('sha256')
    .update(read(inProject('package-lock.json')))
    .digest('hex')
  return `${process.platform} ${process.arch} ${lock}`
}

/** Whether the packages of the lock file are installed. */
export function isInstalled() {
  return read(stampFile) === wantedStamp()
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|network/

function npm(args) {
  const own = process.env.npm_execpath
  return own === undefined
    ? run('npm', args, { quiet: true })
    : run(process.execPath, [own, ...args], { quiet: true })
}

/** Asks once: an install tries every package again and again, and takes many minutes to say that it cannot. */
async function isRegistryReachable() {
  const { code, output } = await npm(['ping', '--fetch-retries=0', '--fetch-timeout=15000'])
  return code === 0 || !unreachable.test(output)
}

/** Installs the packages of the lock file if they are not; no script of a package runs. */
export async function ensureInstalled() {
  if (isInstalled()) return
  say('Installing packages (this takes a minute the first time) …')
  // Not `npm ci`, which first deletes what is installed: after an update only what changed is fetched. This installs what
  // the lock file says as well, and changes neither it nor package.json.
  const args = [
    'install',
    // Else npm looks above the project for one that contains it, and reads its settings.
    `--prefix=${root}`,
    '--no-save',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ]
  const { code, output } = await npm((await isRegistryReachable()) ? args : [...args, '--offline'])
  if (code !== 0) throw new Stop(explain(output))
  mkdirSync(inProject('node_modules'), { recursive: true })
  writeFileSync(stampFile, wantedStamp())
}

/** One sentence for what npm said when it failed. @public Its test starts Node with it. */
export function explain(output) {
  if (unreachable.test(output))
    return 'The packages could not be installed, as the npm registry cannot be reached: connect to the network, or point npm to a mirror (npm config set registry …), then start again.'
  if (/EACCES|EPERM|EROFS/.test(output)) {
    // It may be the cache of npm as well as the project.
    const path = /^npm \S+ path (.+)$/m.exec(output)?.[1] ?? inProject('node_modules')
    return `The packages could not be installed, as this user may not write to ${path}: change its owner, then start again.`
  }
  if (/ENOSPC/.test(output))
    return 'The packages could not be installed, as the disk is full: make room, then start again.'
  return `The packages could not be installed:\n${output.trim().split('\n').slice(-15).join('\n')}`
}
