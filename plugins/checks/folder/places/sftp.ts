import type { Socket } from 'node:net'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import type { CheckContext } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, credentialsOf, healthy, type Json, secretText } from '@binnacle/plugin-kit/core'
import { errorCode, talkTo } from '@binnacle/plugin-kit/talk'
import type { SFTPWrapper } from 'ssh2'
import { z } from 'zod'
import {
  type Entry,
  type Findings,
  type FindingsResult,
  type Lister,
  type Space,
  splitPattern,
  walk,
  writeMode,
} from '@binnacle/clients/files/listing'
import type { FolderSpec } from '../spec.ts'
import { signInOverSsh } from '@binnacle/clients/ssh/sign-in'

/** SSH_FX_NO_SUCH_FILE of the SFTP protocol (draft-ietf-secsh-filexfer-02, section 7). */
const NO_SUCH_FILE = '2'

const spaceShape = z.object({
  f_bavail: z.coerce.number(),
  f_blocks: z.coerce.number(),
  f_frsize: z.coerce.number(),
})

/** Signs in with the account of a spec. */
function signIn(socket: Socket, spec: FolderSpec): ReturnType<typeof signInOverSsh> {
  const connection = spec.sftpConnection ?? { host: '' }
  const { username = '', password } = credentialsOf({ ...connection, authentication: connection.auth })
  const { hostKey } = connection
  return signInOverSsh(socket, { username, password, privateKey: secretText(connection.privateKey), hostKey })
}

async function unlessMissing<Value>(question: Promise<Value>): Promise<Value | undefined> {
  try {
    return await question
  } catch (error) {
    if (errorCode(error) === NO_SUCH_FILE) return undefined
    throw error
  }
}

function listerOf(sftp: SFTPWrapper): Lister {
  const read = promisify(sftp.readdir.bind(sftp))
  const follow = promisify(sftp.stat.bind(sftp))
  return {
    async list(folder) {
      const entries: Entry[] = []
      const found = await unlessMissing(read(folder))
      for (const { filename: name, attrs: own } of found ?? []) {
        const isLink = own.isSymbolicLink()
        const attrs = isLink ? await unlessMissing(follow(posix.join(folder, name))) : own
        if (attrs === undefined || name === '.' || name === '..') continue
        const modified = new Date(attrs.mtime * 1_000)
        if (!attrs.isDirectory())
          entries.push({ name, modified, size: attrs.size, mode: writeMode(attrs.mode) })
        // Do not enter folders behind links, because links may form circles.
        else if (!isLink) entries.push({ name, modified, isFolder: true })
      }
      return found === undefined ? undefined : entries
    },
  }
}

/** Space of the file system. @returns undefined if the server does not report it */
async function spaceOf(sftp: SFTPWrapper, path: string): Promise<Space | undefined> {
  const { promise, resolve } = Promise.withResolvers<Space | undefined>()
  try {
    sftp.ext_openssh_statvfs(path, (error, found: unknown) => {
      const parsed = error === undefined ? spaceShape.safeParse(found) : undefined
      const { f_bavail: available = 0, f_blocks: blocks = 0, f_frsize: size = 0 } = parsed?.data ?? {}
      resolve(parsed?.success === true ? { available: available * size, total: blocks * size } : undefined)
    })
  } catch {
    // The library throws if the server lacks the extension.
    resolve(undefined)
  }
  return promise
}

/** Lists a folder of a server over SFTP. */
export async function lookOverSftp(spec: FolderSpec, context: CheckContext): Promise<FindingsResult> {
  const { base, pattern } = splitPattern(spec.path)
  const { host = '', port = 22 } = spec.sftpConnection ?? {}
  let found: Findings | undefined
  const outcome: CheckOutcome = await talkTo(
    { host: host.replace(/^\[|\]$/g, ''), port },
    context,
    async ({ connection, enter, details }) => {
      enter('signing in')
      const { client, fingerprint } = await signIn(connection.socket, spec)
      enter('listing files')
      const sftp = await promisify((done: (error: Error | undefined, sftp: SFTPWrapper) => void) =>
        client.sftp(done),
      )()
      const folder = await unlessMissing(promisify(sftp.stat.bind(sftp))(base))
      const files = await walk(
        listerOf(sftp),
        { base, pattern, recursive: spec.recursive ?? false },
        context.signal,
      )
      const space = folder === undefined ? undefined : await spaceOf(sftp, base)
      const evidence: Record<string, Json> = { ...details(), hostKey: fingerprint }
      found = {
        files,
        details: evidence,
        ...(folder === undefined ? {} : { changed: new Date(folder.mtime * 1_000) }),
        ...(space === undefined ? {} : { space }),
      }
      client.end()
      return healthy({ details: evidence })
    },
  )
  return found === undefined ? { ok: false, failure: outcome } : { ok: true, value: found }
}
