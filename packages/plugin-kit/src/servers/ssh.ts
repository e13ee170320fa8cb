import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestServer } from './listen.ts'
import { freePort, makeFolder, missingProgram, startProgram } from './program.ts'

const start = promisify(execFile)

/** Why tests that need an SSH server are skipped, if they are. */
export const missingSsh = missingProgram('sshd', 'openssh-server')

export interface SshServer extends TestServer {
  username: string
  /** Of the user, in OpenSSH's form. */
  privateKey: string
  /** Fingerprint of the server. */
  hostKey: string
}

/** Starts OpenSSH on loopback. It takes this user's key, runs commands, and gives SFTP. */
export async function startSshServer(): Promise<SshServer> {
  const folder = await makeFolder()
  const port = await freePort()
  const file = (name: string) => join(folder.path, name)
  const makeKey = (name: string) =>
    start('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file(name)])
  await Promise.all([makeKey('host'), makeKey('user')])
  const { stdout } = await start('ssh-keygen', ['-l', '-f', file('host.pub')])
  // The server separates its rights there when root starts it; Debian makes the folder when it starts the service.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const server = await startProgram({
    file: 'sshd',
    arguments: [
      '-D',
      '-e',
      '-f',
      '/dev/null',
      '-p',
      String(port),
      '-h',
      file('host'),
      ...[
        'ListenAddress=127.0.0.1',
        `AuthorizedKeysFile=${file('user.pub')}`,
        `PidFile=${file('pid')}`,
        'StrictModes=no',
        'PasswordAuthentication=no',
        'PermitRootLogin=yes',
        'Subsystem=sftp internal-sftp',
      ].flatMap((option) => ['-o', option]),
    ],
    port,
  })
  return {
    port,
    username: userInfo().username,
    privateKey: await readFile(file('user'), 'utf8'),
    hostKey: stdout.split(' ')[1] ?? '',
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
  }
}
