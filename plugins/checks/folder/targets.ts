import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findProgram,
  makeFolder,
  startInFolder,
  startTcpServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

const start = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** Why the tests of SMB are skipped. Undefined if they run. */
export const missingSmb =
  findProgram('smbd') === undefined || findProgram('smbclient') === undefined
    ? 'smbd or smbclient is missing (Debian: samba, smbclient)'
    : isRoot
      ? undefined
      : 'smbd takes users only when root starts it'

export const smbUser = { username: 'root', password: 'for tests only' }

/** Starts Samba on loopback with one share, `backups`. @param path the shared folder */
export function startSmb(path: string): Promise<TestServer> {
  return startInFolder(async ({ folder, port }) => {
    const file = (name: string) => join(folder, name)
    const folders = ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc']
    await Promise.all(folders.map((name) => mkdir(file(name))))
    await writeFile(
      file('smb.conf'),
      `[global]
private dir = ${file('private')}
lock directory = ${file('lock')}
state directory = ${file('state')}
cache directory = ${file('cache')}
pid directory = ${file('pid')}
ncalrpc dir = ${file('ncalrpc')}
log file = ${file('log')}
passdb backend = smbpasswd:${file('passwd')}
smb ports = ${port}
interfaces = 127.0.0.1
bind interfaces only = yes
disable spoolss = yes
load printers = no
server role = standalone
[backups]
path = ${path}
read only = yes
`,
    )
    const added = start('smbpasswd', ['-c', file('smb.conf'), '-s', '-a', smbUser.username])
    added.child.stdin?.end(`${smbUser.password}\n${smbUser.password}\n`)
    await added
    return {
      file: 'smbd',
      arguments: ['-s', file('smb.conf'), '-F', '--no-process-group'],
    }
  })
}

/** A folder with a file; the same with a violated bound; an SFTP server that never answers. */
export async function startTargets(): Promise<CheckTargets> {
  const [folder, silent] = await Promise.all([makeFolder(), startTcpServer('')])
  await writeFile(join(folder.path, 'one.txt'), 'content')
  const there = { path: folder.path }
  const sftpConnection = { host: '127.0.0.1', port: silent.port, username: 'u' }
  return {
    healthy: { name: 'well', ...there, minCount: 1, maxSize: '1kb', maxAge: '1h' },
    unhealthy: { name: 'failing', ...there, minCount: 2 },
    hanging: { name: 'hanging', path: '/backups', sftpConnection },
    stop: async () => {
      await Promise.all([folder.remove(), silent.stop()])
    },
  }
}
