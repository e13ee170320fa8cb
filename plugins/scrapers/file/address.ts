import { trimOf } from '@binnacle/contract/text'
import { addressProblem } from '@binnacle/plugin-kit/core'
import { type ArchiveKind, archiveKindOf } from './archive-kinds.ts'
import { readGitAddress, showGitAddress } from '@binnacle/clients/git/address'

/** Where files are, as an address in the forms of go-getter says. */
export type FileAddress =
  /** Absolute path of a folder or a file of this machine. */
  | { kind: 'local'; path: string }
  /** A repository, and a folder in it. */
  | { kind: 'git'; repository: string; folder: string; ref: string | undefined; shown: string }
  | { kind: 's3'; bucket: string; prefix: string; endpoint: string | undefined }
  | { kind: 'gcs'; bucket: string; prefix: string }
  /** A file of a web server; if it is an archive, its files below a folder in it. */
  | { kind: 'web'; url: string; folder: string; archive?: ArchiveKind }

/** Decodes a path. One with a stray `%` stays as it is written. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const gitHosts = /^(?:https?:\/\/)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org)\//i

/** Splits `address//folder?query`, whose folder is behind the second pair of slashes. */
function splitFolder(text: string): { base: string; folder: string; query: string } {
  const [address = '', ...rest] = text.split('?')
  const query = rest.join('?')
  const start = /^[a-z][a-z0-9+.-]*:\/\//i.exec(address)?.[0].length ?? 0
  const at = address.indexOf('//', start)
  return at === -1
    ? { base: address, folder: '', query }
    : { base: address.slice(0, at), folder: trimOf(address.slice(at + 2), '/'), query }
}

function gitAddress(text: string): FileAddress | undefined {
  const { base, folder, query } = splitFolder(text)
  // Two more parts than these are a folder: github.com/owner/name/folder.
  const parts =
    gitHosts.test(base) && !base.endsWith('.git') ? base.replace(/^https?:\/\//i, '').split('/') : []
  const repository = parts.length > 3 ? parts.slice(0, 3).join('/') : base
  const inner = [...parts.slice(3), ...(folder === '' ? [] : [folder])].join('/')
  const address = readGitAddress(repository)
  if (address === undefined) return undefined
  const ref = new URLSearchParams(query).get('ref') ?? undefined
  return { kind: 'git', repository, folder: inner, ref, shown: showGitAddress(address) }
}

/** A bucket and the beginning of keys, from the path of an address. */
function inPath(path: string): { bucket: string; prefix: string } | undefined {
  const [bucket = '', ...rest] = path.replace(/^\/+/, '').split('/')
  return bucket === '' ? undefined : { bucket, prefix: rest.join('/') }
}

function s3Address(url: URL): FileAddress | undefined {
  const virtual = /^(.+)\.s3[.-](?:[a-z0-9-]+\.)?amazonaws\.com(?:\.cn)?$/.exec(url.hostname)
  const path = decoded(url.pathname)
  const place = virtual?.[1] === undefined ? inPath(path) : { bucket: virtual[1], prefix: path.slice(1) }
  if (place === undefined) return undefined
  const isAmazons = /(?:^|\.)amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  return { kind: 's3', ...place, endpoint: isAmazons ? undefined : url.origin }
}

function bucketAddress(kind: 's3' | 'gcs', text: string): FileAddress | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const isPlain = ['s3:', 'gs:', 'gcs:'].includes(url.protocol)
  if (isPlain && url.hostname !== '') {
    const place = { bucket: url.hostname, prefix: decoded(url.pathname.slice(1)) }
    return kind === 's3' ? { kind, ...place, endpoint: undefined } : { kind, ...place }
  }
  if (kind === 's3') return s3Address(url)
  // https://www.googleapis.com/storage/v1/bucket/path
  const place = inPath(decoded(url.pathname).replace(/^\/storage\/v1\//, '/'))
  return place === undefined ? undefined : { kind, ...place }
}

function webAddress(url: URL): FileAddress {
  const { base, folder, query } = splitFolder(url.href)
  const parameters = new URLSearchParams(query)
  const named = parameters.get('archive')
  // What says how the file is packed is not for the server.
  if (named !== null) parameters.delete('archive')
  const rest = named === null ? query : parameters.toString()
  const archive = archiveKindOf(named ?? URL.parse(base)?.pathname ?? '')
  const place = { kind: 'web', url: rest === '' ? base : `${base}?${rest}` } as const
  return archive === undefined ? { ...place, folder } : { ...place, folder: decoded(folder), archive }
}

/**
 * Reads an address of files: a path, `git::…`, `github.com/owner/name//folder?ref=…`, `user@host:path`, `s3::…`, `s3://…`,
 * `gcs::…`, `gs://…`, or an http address.
 * @returns undefined for any other text
 */
export function readFileAddress(written: string): FileAddress | undefined {
  if (addressProblem(written) !== undefined) return undefined
  const [, forced, rest = ''] = /^(?:(git|s3|gcs|file|https?)::)?(.*)$/s.exec(written.trim()) ?? []
  if (forced === 'git') return gitAddress(rest)
  if (forced === 's3' || forced === 'gcs') return bucketAddress(forced, rest)
  if (/^file:\/\//i.test(rest)) return { kind: 'local', path: decoded(rest.slice('file://'.length)) }
  if (rest.startsWith('/')) return { kind: 'local', path: rest }
  if (/^s3:\/\//i.test(rest)) return bucketAddress('s3', rest)
  if (/^gc?s:\/\//i.test(rest)) return bucketAddress('gcs', rest)
  const url = URL.parse(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(rest) ? `https://${rest}` : rest)
  if (url !== null && isAmazonHost(url.hostname)) return s3Address(url)
  const isArchive =
    /^https?:$/.test(url?.protocol ?? '') && archiveKindOf(splitFolder(rest).base) !== undefined
  const isRepository =
    !isArchive && (gitHosts.test(rest) || /\.git(?:\/\/|\?|$)/.test(rest) || /^[^/\s@]+@[^/\s:]+:/.test(rest))
  if (isRepository || url?.protocol === 'ssh:') return gitAddress(rest)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  return webAddress(url)
}

/** Whether a host is one of S3: bucket.s3.region.amazonaws.com, also in China. */
function isAmazonHost(host: string): boolean {
  const service = host.search(/\.s3[.-]/)
  return service !== -1 && host.includes('amazonaws.com', service)
}

/** An address for people, without what may be secret in its query. */
export function showFileAddress(address: FileAddress): string {
  if (address.kind === 'local') return address.path
  if (address.kind === 'git')
    return address.folder === '' ? address.shown : `${address.shown}//${address.folder}`
  if (address.kind === 'web') {
    const shown = address.url.split('?')[0] ?? ''
    return address.archive === undefined || address.folder === '' ? shown : `${shown}//${address.folder}`
  }
  return `${address.kind}://${address.bucket}/${address.prefix}`
}
