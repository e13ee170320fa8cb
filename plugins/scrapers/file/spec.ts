import { gcsConnection, gcsUse } from '@binnacle/clients/object-storage/gcs-fields'
import { gitConnection, gitFields } from '@binnacle/clients/git/fields'
import { storeConnection, storeFields } from '@binnacle/clients/object-storage/s3-fields'
import {
  connectionField,
  type ConnectionUse,
  demandAddress,
  field,
  isRecord,
  serverConnection,
  without,
  type RawSpec,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { readGlob } from '@binnacle/plugin-kit/glob'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import { documentFormats } from '@binnacle/clients/documents/read'
import { readFileAddress } from './address.ts'

const FORMS =
  '/folder, git::https://host/path//folder?ref=branch, github.com/owner/name//folder?ref=branch, s3::https://s3.amazonaws.com/bucket/prefix, s3://bucket/prefix, gs://bucket/prefix, https://host/file.json or https://host/files.tar.gz//folder'

const address = z
  .string()
  .trim()
  .max(2_000, { abort: true })
  .check((context) => {
    const { value } = context
    const url = URL.parse(value.replace(/^[a-z0-9]+::/, ''))
    const hasAccount =
      url !== null && /^https?:$/.test(url.protocol) && (url.username !== '' || url.password !== '')
    const message = hasAccount
      ? 'put the username and password into "username" and "password" instead of the address'
      : readFileAddress(value) === undefined
        ? `"${value}" is not an address of files; write ${FORMS}`
        : undefined
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: value })
  })

const pattern = z
  .string()
  .trim()
  .min(1)
  .max(1_000, { abort: true })
  .check((context) => {
    const { value } = context
    const problem = () => {
      if (value.startsWith('/') || value.split('/').includes('..'))
        return 'a path is below the address: leave "/" at the start and ".." out'
      try {
        readGlob(value)
        return undefined
      } catch (error) {
        return error instanceof RangeError ? error.message : String(error)
      }
    }
    const message = problem()
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: value })
  })

const { username, password, certificate, hostKey, tlsConfig } = gitFields
const { connection: _, ...store } = storeFields
const { connection: _gcs, ...gcs } = gcsConnection.shape

const schema = z
  .strictObject({
    url: field(address.optional(), {
      title: 'URL',
      description: `Where the files are: ${FORMS}. Archives (tar.gz, tgz, tar, zip) are unpacked; ?archive=zip says it where the name does not.`,
      requiredWithout: ['connection'],
    }),
    connection: field(connectionField, {
      title: 'Connection',
      description: 'A stored connection with the account for a repository, a bucket or a web server.',
    }),
    paths: field(z.array(pattern).max(100).optional(), {
      title: 'Paths',
      description:
        'Which files, as patterns: * any name, ** any folders, {a,b} one of several. Default: all with the ending json, yaml or yml, in all folders; of another format all files.',
      destination: false,
    }),
    ignore: field(z.array(pattern).max(100).optional(), {
      title: 'Ignore',
      description: 'Files to exclude, as patterns.',
      destination: false,
    }),
    format: field(z.enum(documentFormats).optional(), {
      title: 'Format',
      description: 'Format of the files. Default: by the file extension, else raw.',
      destination: false,
    }),
    icon: field(z.string().trim().min(1).max(200).optional(), {
      title: 'Icon',
      description: 'Name of the icon of the items.',
      destination: false,
    }),
    username: field(username, { title: 'Username', destination: false, group: 'authentication' }),
    password: field(password, { title: 'Password or token', destination: false, group: 'authentication' }),
    certificate: field(certificate, {
      title: 'Private key',
      description: 'For git over SSH, in OpenSSH’s form. A password decrypts it.',
      destination: false,
      group: 'authentication',
    }),
    hostKey,
    tlsConfig,
    awsConnection: field(z.strictObject(store).optional(), {
      title: 'Amazon S3',
      description: 'Account for a bucket of Amazon, or of a store with its API.',
      group: 'authentication',
    }),
    gcpConnection: field(z.strictObject(gcs).optional(), {
      title: 'Google Cloud Storage',
      description: 'Account for a bucket of Google.',
      group: 'authentication',
    }),
  })
  .check(demandAddress)

const storeUse = storeConnection([])
const gitUse = gitConnection([])
const webUse = serverConnection(['http'])

function part(written: RawSpec, key: string): RawSpec {
  const inner = written[key]
  return isRecord(inner) ? inner : {}
}

function withUrl(written: RawSpec, url: string): RawSpec {
  return { ...written, url }
}

const use: ConnectionUse = {
  at: [],
  types: ['git', 'github', 'gitlab', 'http', 's3', 'aws', 'gcs', 'google_cloud'],
  fill(written, connection, whole) {
    const { type, properties, url } = connection
    const rest = without(written, 'connection')
    const bucket = properties['bucket'] ?? ''
    const own = writtenText(written, 'url')
    if (storeUse.types.includes(type)) {
      const filled = storeUse.fill(part(written, 'awsConnection'), connection, whole)
      if (!filled.ok) return filled
      const awsConnection = without(filled.value, 'objectPath')
      return succeed({
        ...rest,
        url: own ?? `s3://${bucket}/${properties['objectPath'] ?? ''}`,
        awsConnection,
      })
    }
    if (gcsUse.types.includes(type)) {
      const filled = gcsUse.fill(part(written, 'gcpConnection'), connection, whole)
      return filled.ok
        ? succeed({ ...rest, url: own ?? `gs://${bucket}`, gcpConnection: filled.value })
        : filled
    }
    const place = own === undefined ? undefined : readFileAddress(own)
    const isGit = own === undefined ? type !== 'http' : place?.kind === 'git'
    if (!isGit) return webUse.fill(written, connection, whole)
    const repository = place?.kind === 'git' ? withUrl(written, place.repository) : written
    const filled = gitUse.fill(repository, connection, whole)
    if (!filled.ok) return filled
    const ref = properties['ref'] ?? ''
    const query = ref === '' ? '' : `?ref=${encodeURIComponent(ref)}`
    return succeed({ ...filled.value, url: own ?? `git::${url ?? ''}${query}` })
  },
}

export const scraper = defineScraper({
  type: 'file',
  title: 'File',
  description: 'Files of a folder, a git repository, a bucket, or a web server, also in an archive.',
  setup:
    'Folders of the machine must be allowed with `LOCAL_FOLDERS`. Repositories need `git` on the machine that runs the scraper.',
  icon: 'file',
  schema,
  example: {
    url: 'https://github.com/example/settings.git//production?ref=main',
    paths: ['**/*.yaml'],
    ignore: ['**/drafts/**'],
  },
  timeoutMilliseconds: 600_000,
  concurrency: 10,
  connections: [use],
})

export type FileSpec = ScraperSpecOf<typeof scraper>
