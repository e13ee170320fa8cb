import { trimEndOf } from '@binnacle/contract/text'
import { posix } from 'node:path'
import { type CheckContext, excerpt } from '@binnacle/plugin-kit/checks'
import { credentialsOf, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { connectionOutcome, withoutSecrets } from '@binnacle/plugin-kit/talk'
import {
  type Findings,
  type FindingsResult,
  type FolderFile,
  meaningOf,
  splitPattern,
} from '@binnacle/clients/files/listing'
import type { FolderSpec } from '../spec.ts'

/** Bytes of output. A list of 50,000 files has about this many. */
const MAX_OUTPUT_BYTES = 8_388_608

export interface SmbPlace {
  host: string
  port: number
  share: string
  /** With / as separator, and without a leading /. */
  path: string
}

/** Parses smb://host:port/share/folder or \\host\share\folder. Fields of the connection override the path. */
export function readSmbPath(spec: Pick<FolderSpec, 'path' | 'smbConnection'>): SmbPlace | undefined {
  const { host, port, sharename, searchPath } = spec.smbConnection ?? {}
  const match = /^(?:smb:)?\/\/([^/:]+)(?::(\d+))?\/([^/]+)\/?(.*)$/s.exec(spec.path.replaceAll('\\', '/'))
  const place = {
    host: host ?? match?.[1],
    share: sharename ?? match?.[3],
    path: searchPath ?? (match === null ? spec.path : (match[4] ?? '')),
  }
  if (place.host === undefined || place.share === undefined) return undefined
  return {
    host: place.host,
    port: port ?? Number(match?.[2] ?? 445),
    share: place.share,
    path: place.path.replaceAll('\\', '/').replace(/^\/|\/$/g, ''),
  }
}

const timeForm = /^ {2}\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
const TIME_LENGTH = 26

/** Splits off the last word of a text that is not its only one. */
function lastWord(text: string): { before: string; word: string } | undefined {
  const at = text.lastIndexOf(' ')
  const before = trimEndOf(text.slice(0, at + 1), ' ')
  return before === '' ? undefined : { before, word: text.slice(at + 1) }
}

/** Name, attributes, size and time in a line of smbclient's `ls`, read from its end. The time is in the program's zone. */
function readLine(text: string) {
  const time = text.slice(-TIME_LENGTH)
  if (!text.startsWith('  ') || !timeForm.test(time)) return undefined
  const size = lastWord(text.slice(2, -TIME_LENGTH))
  if (size === undefined || !/^\d+$/.test(size.word)) return undefined
  const attributes = lastWord(size.before)
  return attributes !== undefined && /^[A-Za-z]+$/.test(attributes.word)
    ? { name: attributes.before, attributes: attributes.word, size: Number(size.word), time }
    : { name: size.before, attributes: '', size: Number(size.word), time }
}

const space = /^\s+(\d+) blocks of size (\d+)\. (\d+) blocks available$/

/**
 * Parses smbclient's output for `recurse; ls`, with its clock in UTC.
 * @param folder the searched folder; names are relative to it
 */
export function readListing(output: string, folder: string): Findings {
  const files: FolderFile[] = []
  let below = ''
  let changed: Date | undefined
  let found: Findings['space']
  for (const text of output.split('\n')) {
    if (text.startsWith('\\')) {
      below = posix.relative(`/${folder}`, text.trim().replaceAll('\\', '/'))
      continue
    }
    const blocks = space.exec(text)
    if (blocks !== null) {
      const size = Number(blocks[2])
      found = { total: Number(blocks[1]) * size, available: Number(blocks[3]) * size }
    }
    const entry = readLine(text)
    if (entry === undefined) continue
    const { name, attributes, size, time } = entry
    const modified = new Date(`${time} UTC`)
    if (name === '.' && below === '') changed = modified
    if (!attributes.includes('D')) files.push({ name: posix.join(below, name), size, modified })
  }
  return {
    files,
    ...(changed === undefined ? {} : { changed }),
    ...(found === undefined ? {} : { space: found }),
  }
}

/** Messages of smbclient if the searched folder does not exist. */
// linear by construction: begins only at starts of lines, and stays in its line
const missingFolder = /^cd .*: NT_STATUS_(?:OBJECT_NAME_NOT_FOUND|OBJECT_PATH_NOT_FOUND|NO_SUCH_FILE)/m

/** The line with the reason of a failure. */
function reasonOf(output: string): string {
  const lines = output.split('\n').map((text) => text.trim())
  return lines.find((text) => text.includes('NT_STATUS_')) ?? lines.findLast((text) => text !== '') ?? ''
}

/**
 * Lists a folder of a share with Samba's own client, because there is no reliable one in JavaScript. The program gets
 * the allowed address, so that it does not resolve the name itself.
 */
export async function lookOverSmb(spec: FolderSpec, context: CheckContext): Promise<FindingsResult> {
  const place = readSmbPath(spec)
  if (place === undefined)
    return {
      ok: false,
      failure: unknown(
        String.raw`the path is not of the form smb://host/share/folder or \\host\share\folder`,
      ),
    }
  const addresses = await context.egress.resolve(place.host, context.signal)
  if (!addresses.ok) return { ok: false, failure: connectionOutcome(addresses.failure) }
  const address = addresses.value[0] ?? place.host
  const { base, pattern } = splitPattern(place.path)
  const folder = base === '/' ? '' : base
  const { auth: authentication, domain, workstation, ...account } = spec.smbConnection ?? {}
  const { username, password } = credentialsOf({ ...account, authentication })
  const recurses = spec.recursive === true || pattern !== undefined
  const result = await context.commands.run({
    file: 'smbclient',
    arguments: [
      `//${place.host}/${place.share}`,
      '-s',
      '/dev/null',
      '-I',
      address,
      '-p',
      String(place.port),
      ...(username === undefined ? ['-N'] : ['-U', username]),
      ...(domain === undefined ? [] : ['-W', domain]),
      ...(workstation === undefined ? [] : ['-n', workstation]),
      ...(folder === '' ? [] : ['-D', folder]),
      '-c',
      recurses ? 'recurse ON; ls' : 'ls',
    ],
    // Not an argument: everyone on the machine can read those.
    environment: { TZ: 'UTC', LC_ALL: 'C', PASSWD: password ?? '' },
    signal: context.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  const details = { address }
  if (!result.ok) {
    const { code, message } = result.failure
    const failure =
      code === 'missing'
        ? unknown(
            'the program "smbclient" is missing on the machine that runs this check; install it (Debian: smbclient)',
          )
        : (code === 'timeout' || code === 'flood' ? unhealthy : unknown)(`${place.host}: ${message}`, {
            details,
          })
    return { ok: false, failure }
  }
  const { exitCode, stdout, stderr } = result.value
  const output = `${stdout}\n${stderr}`
  if (missingFolder.test(output)) return { ok: true, value: { files: [], details } }
  if (exitCode !== 0 || output.includes('NT_STATUS_'))
    return {
      ok: false,
      failure: withoutSecrets(
        unhealthy(`${place.host}: ${reasonOf(output)}`, {
          details: { ...details, output: excerpt(context, output.trim(), 2_000) },
        }),
        password === undefined ? [] : [password],
      ),
    }
  const findings = readListing(stdout, folder)
  const isMeant = meaningOf(pattern, spec.recursive ?? false)
  const files = findings.files.filter(({ name }) => isMeant(name))
  return { ok: true, value: { ...findings, files, details } }
}
