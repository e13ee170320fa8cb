import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { TalkFailure } from '@binnacle/plugin-kit/talk'
import type { Client, ConnectConfig } from 'ssh2'

/** Who signs in to an SSH server, and which server it must be. */
export interface SshAccount {
  username: string
  password: string | undefined
  /** In OpenSSH's form. */
  privateKey: string | undefined
  /** Fingerprint that the server must show; any without it. */
  hostKey: string | undefined
}

/**
 * Signs in over a connection that is made already.
 * @returns the client and the fingerprint of the server's key
 * @throws TalkFailure where the server shows another key; what the server says
 */
export async function signInOverSsh(
  socket: Socket,
  { username, password, privateKey, hostKey }: SshAccount,
): Promise<{ client: Client; fingerprint: string }> {
  const { Client: SshClient } = await import('ssh2')
  const client = new SshClient()
  let fingerprint = ''
  const config: ConnectConfig = {
    sock: socket,
    username,
    // The run has a time of its own.
    readyTimeout: 0,
    hostVerifier: (key: Buffer) => {
      fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
      return hostKey === undefined || hostKey === fingerprint
    },
    ...(password === undefined ? {} : { password, tryKeyboard: true }),
    ...(privateKey === undefined ? {} : { privateKey }),
    // A key may be encrypted with the password.
    ...(privateKey === undefined || password === undefined ? {} : { passphrase: password }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => password ?? '')),
  )
  client.on('ready', () => resolve())
  // Stays for what fails later: that is known from the call that fails.
  client.on('error', reject)
  client.on('close', () => reject(new Error('the server closed the connection')))
  try {
    client.connect(config)
    await promise
  } catch (error) {
    if (hostKey !== undefined && fingerprint !== '' && fingerprint !== hostKey)
      throw new TalkFailure(`the server shows the key ${fingerprint}, expected ${hostKey}`)
    throw error
  }
  return { client, fingerprint }
}
