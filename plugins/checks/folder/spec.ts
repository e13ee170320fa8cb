import { fail, REQUIRED, type Result, succeed } from '@binnacle/contract/core'
import {
  type CheckContext,
  commonCheckFields,
  defineCheck,
  fillQuery,
  isTemplate,
  type SpecOf,
  templatesAt,
} from '@binnacle/plugin-kit/checks'
import {
  connectionField,
  type ConnectionValues,
  credentialFields,
  field,
  secretValue,
  TESTED_CONNECTION,
} from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { storeConnection, storeFields } from '@binnacle/clients/object-storage/s3-fields'
import { sftpUse, smbUse } from './connections.ts'
import { bucketName, gcsConnection, gcsUse } from '@binnacle/clients/object-storage/gcs-fields'
import { age, readInstant, readSize, size } from './values.ts'

const { username, password, authentication } = credentialFields
const count = z.number().int().min(0).optional()
const host = z
  .string()
  .trim()
  .max(253, { abort: true })
  .regex(/^[0-9A-Za-z[][0-9A-Za-z.:_%\]-]*$/, 'not a host name or address')
const port = z.number().int().min(1).max(65_535).optional()
const account = { username, password, auth: authentication }

/** A template can only be checked after it is rendered. */
const filterAge = z
  .string()
  .max(1_024, { abort: true })
  .check((context) => {
    const written = isTemplate(context.value) ? undefined : age.safeParse(context.value)
    for (const { message } of written?.error?.issues ?? [])
      context.issues.push({ code: 'custom', message, input: context.value })
  })

const filter = z.strictObject({
  minAge: field(filterAge.optional(), { title: 'Minimum age' }),
  maxAge: field(filterAge.optional(), { title: 'Maximum age' }),
  since: field(
    z
      .string()
      .max(1_024, { abort: true })
      .refine((text) => isTemplate(text) || readInstant(text, new Date(0)) !== undefined, {
        error: 'not an instant; write it as 2026-01-02T03:04:05Z or now-1h',
      })
      .optional(),
    {
      title: 'Since',
      description: 'Files changed after this instant; RFC 3339 or date math such as now-1h.',
    },
  ),
  minSize: field(size.optional(), { title: 'Minimum size' }),
  maxSize: field(size.optional(), { title: 'Maximum size' }),
  regex: field(z.string().min(1).max(1_000).optional(), {
    title: 'Name',
    description:
      'Regular expression (RE2) that must match somewhere in the name of a file; in S3 its full key may match too.',
  }),
})

const sftpConnection = z.strictObject({
  connection: connectionField,
  host: field(host.optional(), { title: 'Host', description: "Default: the connection's host" }),
  port: field(port, { title: 'Port', description: 'Default: 22' }),
  ...account,
  privateKey: field(secretValue({ title: 'Private key', widget: 'multiline' }).optional(), {
    title: 'Private key',
    description: 'OpenSSH or PEM, without passphrase.',
    destination: false,
  }),
  hostKey: field(
    z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'not of the form SHA256:…, as ssh-keygen -l shows it')
      .optional(),
    { title: 'Host key', description: 'Fingerprint that the server must show. Empty: any key is accepted' },
  ),
})

const smbConnection = z.strictObject({
  connection: connectionField,
  host: field(host.optional(), { title: 'Host', description: "Default: the path's host" }),
  port: field(port, { title: 'Port', description: 'Default: 445' }),
  ...account,
  domain: field(z.string().trim().min(1).max(253).optional(), { title: 'Domain' }),
  workstation: field(z.string().trim().min(1).max(63).optional(), { title: 'Workstation' }),
  sharename: field(z.string().trim().min(1).max(253).optional(), {
    title: 'Share',
    description: "Default: the path's",
  }),
  searchPath: field(z.string().max(4_096).optional(), {
    title: 'Folder in the share',
    description: "Default: the path's",
  }),
})

const awsConnection = z.strictObject({
  ...storeFields,
  objectPath: field(z.string().max(1_024).optional(), {
    title: 'Prefix',
    description: 'Prefix of the keys of objects, appended to the prefix of the path.',
    destination: false,
  }),
})

const bounds = {
  minCount: field(count, { title: 'Minimum files', destination: false }),
  maxCount: field(count, { title: 'Maximum files', destination: false }),
  minAge: field(age.optional(), {
    title: 'Minimum age',
    description: 'A newer file is unhealthy, for example 10m.',
    destination: false,
  }),
  maxAge: field(age.optional(), {
    title: 'Maximum age',
    description: 'An older file is unhealthy, for example 1d.',
    destination: false,
  }),
  minSize: field(size.optional(), {
    title: 'Minimum size',
    description: 'A smaller file is unhealthy, for example 1kb.',
    destination: false,
  }),
  maxSize: field(size.optional(), {
    title: 'Maximum size',
    description: 'A larger file is unhealthy, for example 1gb.',
    destination: false,
  }),
  availableSize: field(size.optional(), {
    title: 'Free space',
    description: 'Less space left on the file system is unhealthy.',
    destination: false,
  }),
  totalSize: field(size.optional(), {
    title: 'Total space',
    description: 'A smaller file system is unhealthy.',
    destination: false,
  }),
}

/** The kind of place of a path. */
export type PlaceKind = 'local' | 'sftp' | 's3' | 'smb' | 'gcs'

const schema = z
  .strictObject({
    ...commonCheckFields,
    path: field(z.string().min(1).max(4_096), {
      title: 'Path',
      description: String.raw`A folder of this machine (or of the server of "sftpConnection"), s3://bucket/prefix, gcs://bucket/prefix, smb://host/share/folder or \\host\share\folder. * stands for any characters, ** for folders too. A folder of this machine must be inside one that the operator allows with LOCAL_FOLDERS. Default: none is allowed.`,
    }),
    recursive: field(z.boolean().optional(), {
      title: 'Folders in it',
      description:
        'Counts files in subfolders too. Default: off; on for paths of S3 and Google Cloud Storage without a wildcard, as a bucket has no folders.',
      destination: false,
    }),
    filter: field(filter.optional(), {
      title: 'Filter',
      description:
        'Selects files. Ages, since and name with {{ are Go templates, which see canary, check and last_result, but no variables.',
      destination: false,
    }),
    ...bounds,
    sftpConnection: field(sftpConnection.optional(), { title: 'SFTP' }),
    smbConnection: field(smbConnection.optional(), { title: 'SMB' }),
    awsConnection: field(awsConnection.optional(), { title: 'S3' }),
    gcpConnection: field(gcsConnection.optional(), {
      title: 'Google Cloud Storage',
      aliases: ['gcsConnection'],
    }),
  })
  .check((context) => {
    const {
      path,
      sftpConnection: sftp,
      smbConnection: smb,
      awsConnection: aws,
      gcpConnection: gcp,
    } = context.value
    const complain = (key: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [key], input: context.value })
    const kind = placeKind(context.value)
    if ([sftp, smb, aws, gcp].filter((connection) => connection !== undefined).length > 1)
      complain('path', 'give one of "sftpConnection", "smbConnection", "awsConnection" and "gcpConnection"')
    const bucket = gcp?.bucket ?? /^[a-z]+:\/\/([^/]*)/.exec(path)?.[1] ?? ''
    const namesBucket = gcp?.connection !== undefined || bucketName.test(bucket)
    if (kind === 'gcs' && !namesBucket) complain('path', 'write gcs://bucket/prefix')
    if (gcp !== undefined && kind !== 'gcs')
      complain('path', 'with "gcpConnection" a path begins with gcs://')
    if (aws !== undefined && kind !== 's3') complain('path', 'with "awsConnection" a path begins with s3://')
    if (sftp !== undefined && sftp.host === undefined && sftp.connection === undefined)
      context.issues.push({
        code: 'custom',
        message: REQUIRED,
        path: ['sftpConnection', 'host'],
        input: context.value,
      })
    if (sftp !== undefined && kind !== 'sftp')
      complain('path', 'with "sftpConnection" this is a path on the server')
    if (kind === 'local' && !/^(?:\/|[A-Za-z]:[\\/])/.test(path))
      complain('path', 'a path of this machine begins with /')
  })

/** The kind of place of a spec, from its path and its connections. */
export function placeKind(spec: {
  path: string
  sftpConnection?: object | undefined
  smbConnection?: object | undefined
}): PlaceKind {
  if (spec.path.startsWith('s3://')) return 's3'
  if (/^(?:gs|gcs):\/\//.test(spec.path)) return 'gcs'
  if (
    spec.path.startsWith('smb://') ||
    spec.path.startsWith(String.raw`\\`) ||
    spec.smbConnection !== undefined
  )
    return 'smb'
  return spec.sftpConnection === undefined ? 'local' : 'sftp'
}

/** Bytes of a bound that the schema accepted. */
export function bytes(written: string | number | undefined): number | undefined {
  return written === undefined ? undefined : readSize(written)
}

/** Lists keys with a prefix that no key has, so that the answer is short for any bucket. */
const bucketTest = ({ properties }: ConnectionValues) => ({
  path: `s3://${properties['bucket'] ?? ''}/binnacle-connection-test/`,
  awsConnection: { connection: TESTED_CONNECTION },
})

const gcsTest = ({ properties }: ConnectionValues) => ({
  path: `gcs://${properties['bucket'] ?? ''}/binnacle-connection-test/`,
  gcpConnection: { connection: TESTED_CONNECTION },
})

export const check = defineCheck({
  type: 'folder',
  title: 'Folder',
  description:
    'Looks at number, age and size of the files of a folder: on this machine, over SFTP or SMB, in S3 or in Google Cloud Storage.',
  icon: 'folder',
  category: 'storage',
  schema,
  example: { name: 'nightly backups', path: '/var/backups', minCount: 1, filter: { regex: '[.]gz$' } },
  timeoutMilliseconds: 60_000,
  concurrency: 20,
  connections: [storeConnection(['awsConnection']), gcsUse, sftpUse, smbUse],
  connectionTests: {
    sftp: () => ({ path: '/', sftpConnection: { connection: TESTED_CONNECTION } }),
    smb: () => ({ path: '/', smbConnection: { connection: TESTED_CONNECTION } }),
    s3: bucketTest,
    gcs: gcsTest,
  },
  scripts: ({ filter: { minAge, maxAge, since, regex } = {} }) =>
    templatesAt([
      [['filter', 'minAge'], minAge],
      [['filter', 'maxAge'], maxAge],
      [['filter', 'since'], since],
      [['filter', 'regex'], regex],
    ]),
  endpoint: ({ path, sftpConnection: sftp }) => {
    if (sftp === undefined) return path
    return sftp.host === undefined ? `${sftp.connection ?? ''}${path}` : `sftp://${sftp.host}${path}`
  },
  target: ({ sftpConnection: sftp, smbConnection: smb }) =>
    sftp?.host ?? smb?.host ?? sftp?.connection ?? smb?.connection,
})

export type FolderSpec = SpecOf<typeof check>

/** Renders the templates in the filter of a spec. @returns the spec, or the error of a field of the filter */
export async function fillFilter(
  spec: FolderSpec,
  context: Pick<CheckContext, 'template'>,
): Promise<Result<FolderSpec, string>> {
  const filled: Record<string, string> = {}
  for (const key of ['minAge', 'maxAge', 'since', 'regex'] as const) {
    const text = await fillQuery(spec.filter?.[key] ?? '', context)
    if (!text.ok) return fail(`filter.${key}: ${text.failure}`)
    // A template with an empty result removes its field, for example if there is no last result.
    if (text.value !== '') filled[key] = text.value
  }
  const { minSize, maxSize } = spec.filter ?? {}
  const parsed = filter.safeParse({ minSize, maxSize, ...filled })
  if (parsed.success) return succeed({ ...spec, filter: parsed.data })
  const [issue] = parsed.error.issues
  return fail(`filter.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
}
