import { trimEndOf } from '@binnacle/contract/text'
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { TalkFailure } from '@binnacle/plugin-kit/talk'
import type { Client, ConnectConfig } from 'ssh2'

/** The account on an SSH server, and the server's key. */
export interface SshAccount {
  username: string
  password: string | undefined
  /** In OpenSSH's form. */
  privateKey: string | undefined
  /** Fingerprint that the server must have. Undefined: any. */
  hostKey: string | undefined
}

/**
 * Signs in over an existing connection.
 * @returns the client and the fingerprint of the server's key
 * @throws TalkFailure if the server has another key; the server's error otherwise
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
    // The timeout of the run applies.
    readyTimeout: 0,
    hostVerifier: (key: Buffer) => {
      fingerprint = `SHA256:${trimEndOf(createHash('sha256').update(key).digest('base64'), '=')}`
      return hostKey === undefined || hostKey === fingerprint
    },
    ...(password === undefined ? {} : { password, tryKeyboard: true }),
    ...(privateKey === undefined ? {} : { privateKey }),
    // The password may be the passphrase of an encrypted key.
    ...(privateKey === undefined || password === undefined ? {} : { passphrase: password }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => password ?? '')),
  )
  client.on('ready', () => resolve())
  // Later errors need a listener, but the failing call reports them.
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
