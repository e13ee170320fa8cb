import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inProject } from './paths.mjs'
import { run } from './run.mjs'
import { say, Stop } from './say.mjs'

/** Servers are often kept where an ordinary user's PATH does not look. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin', '/sbin']

function onPath(...names) {
  for (const name of names)
    for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...systemFolders]) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  return undefined
}

/** Where Playwright keeps the browsers that it downloads. */
function downloadedChromium() {
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright')
  if (!existsSync(folder)) return undefined
  const found = readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .at(-1)
  if (found === undefined) return undefined
  const candidates = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ]
  return candidates.map((path) => join(folder, found, path)).find((path) => existsSync(path))
}

/**
 * A Chromium on this machine: the one that was named, the system's, or one that Playwright downloaded earlier. Debian's
 * headless shell comes first, because it needs less of the processor for the same pages.
 */
export function findChromium() {
  const named = process.env.BINNACLE_CHROMIUM || undefined
  if (named !== undefined && !existsSync(named))
    throw new Stop(`There is no program at ${named}: set BINNACLE_CHROMIUM to a Chromium, or leave it out.`)
  return (
    named ??
    onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome') ??
    downloadedChromium()
  )
}

function isDebianRoot() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return (
    process.getuid?.() === 0 &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release) &&
    onPath('apt-get') !== undefined
  )
}

/** A server that the tests of a check type start by themselves, on their own port and in their own folder. */
function server(program, debian, purpose, services) {
  return {
    name: program,
    debian,
    purpose: `for the tests of ${purpose}`,
    services,
    found: () => onPath(program),
  }
}

/** Whether the browser that needs least is here, where it can be installed; elsewhere any that is found will do. */
function findBestChromium() {
  const isChosen = Boolean(process.env.BINNACLE_CHROMIUM) || !isDebianRoot()
  return isChosen ? findChromium() : onPath('chromium-headless-shell')
}

/** Programs that tests use besides Node and PostgreSQL, with the Debian package of each and the services it brings. */
const tools = [
  {
    name: 'Chromium',
    debian: 'chromium-headless-shell',
    purpose: 'for the browser tests',
    best: findBestChromium,
    found: findChromium,
  },
  {
    name: 'ping',
    debian: 'iputils-ping',
    purpose: 'for the tests of the ICMP check',
    found: () => onPath('ping'),
  },
  // Without the package that makes a service of it.
  server('apache2', 'apache2-bin', 'the HTTP check', []),
  server('redis-server', 'redis-server', 'the Redis check', ['redis-server']),
  server('mariadbd', 'mariadb-server', 'the MySQL check', ['mariadb']),
  server('slapd', 'slapd', 'the LDAP check', ['slapd']),
  server('prometheus', 'prometheus', 'the Prometheus check', ['prometheus']),
  server('prometheus-alertmanager', 'prometheus-alertmanager', 'the Alertmanager check', [
    'prometheus-alertmanager',
  ]),
  server('sshd', 'openssh-server', 'the Folder and Exec checks', ['ssh']),
  server('smbd', 'samba', 'the Folder check', ['smbd', 'nmbd', 'samba-ad-dc']),
  server('smbclient', 'smbclient', 'the Folder check', []),
  server('git', 'git', 'the Exec and Git checks', []),
]

const policy = '/usr/sbin/policy-rc.d'

/**
 * Installs Debian packages without starting the services that they bring, now or at the next boot: the tests start
 * what they need by themselves.
 */
async function installDebian(missing) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  // What Debian asks before it starts a service; 101 is no.
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    // The browser by itself: apt installs nothing of a list in which one package is unknown to the distribution.
    for (const group of [
      missing.filter((tool) => tool.best === undefined),
      missing.filter((tool) => tool.best !== undefined),
    ])
      if (group.length > 0)
        await run(
          'apt-get',
          ['install', '-y', '-qq', '--no-install-recommends', ...group.map((tool) => tool.debian)],
          { quiet: true, env },
        )
  } finally {
    if (isOurs) rmSync(policy)
  }
  const services = missing.flatMap((tool) => (tool.found() === undefined ? [] : (tool.services ?? [])))
  if (services.length > 0 && onPath('systemctl') !== undefined)
    await run('systemctl', ['disable', ...services], { quiet: true })
}

/** The tools that are not here, or here in a slower form only, with a line that says what would be installed. */
export function missingTools() {
  const how = (tool) => {
    if (isDebianRoot()) return `the Debian package ${tool.debian}`
    return tool.name === 'Chromium'
      ? 'Chromium, downloaded by Playwright into its own folder'
      : `nothing: ${tool.name} has to be installed by hand`
  }
  return tools
    .filter((tool) => (tool.best ?? tool.found)() === undefined)
    .map((tool) => ({
      ...tool,
      plan: `${how(tool)} (${tool.purpose}${tool.found() === undefined ? '' : `: faster than ${tool.found()}, and brings that to its version`})`,
    }))
}

/** Installs what is missing, as far as this user can; what cannot be installed is said, and its tests are skipped. */
export async function installTools(missing, node) {
  if (missing.length === 0) return
  if (isDebianRoot()) {
    say(`Installing ${missing.map((tool) => tool.debian).join(', ')} …`)
    await installDebian(missing)
  } else if (missing.some((tool) => tool.name === 'Chromium')) {
    say('Downloading Chromium …')
    await run(node, [inProject('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'], {
      quiet: true,
    })
  }
  for (const tool of missing.filter((one) => one.found() === undefined))
    say(
      `${tool.name} could not be installed, so what needs it is skipped: install it with your system's packages (Debian: apt install ${tool.debian}) and run npm test again.`,
    )
}
