import { succeed } from '@binnacle/contract/core'
import type { CheckContext, RunCheck } from '@binnacle/plugin-kit/checks'
import { unhealthy, unknown, UNRESOLVED } from '@binnacle/plugin-kit/core'
import { errorText, orAbort, stopped } from '@binnacle/plugin-kit/talk'
import { checkFolder } from './check-folder.ts'
import type { FindingsResult } from './place.ts'
import { lookLocally } from './places/local.ts'
import { fillFilter, type FolderSpec, placeKind } from './spec.ts'

async function look(spec: FolderSpec, context: CheckContext): Promise<FindingsResult> {
  const kind = placeKind(spec)
  if (kind === 'sftp') return (await import('./places/sftp.ts')).lookOverSftp(spec, context)
  if (kind === 'smb') return (await import('./places/smb.ts')).lookOverSmb(spec, context)
  if (kind === 's3') return (await import('./places/store.ts')).lookInStore(spec, context)
  if (kind === 'gcs') return (await import('./places/gcs.ts')).lookInGcs(spec, context)
  return lookLocally(spec, context)
}

export const run: RunCheck<FolderSpec> = async (written, context) => {
  const whole = written.filter === undefined ? succeed(written) : await fillFilter(written, context)
  if (!whole.ok) return unknown(whole.failure)
  const spec = whole.value
  const { awsConnection: aws, gcpConnection: gcp, sftpConnection: sftp, smbConnection: smb } = spec
  if ([aws, gcp, sftp, smb].some((place) => place?.connection !== undefined)) return unknown(UNRESOLVED)
  const started = performance.now()
  const timed = <Outcome extends object>(outcome: Outcome) => ({
    durationMilliseconds: performance.now() - started,
    ...outcome,
  })
  let matches = (_name: string) => true
  if (spec.filter?.regex !== undefined) {
    // RE2 runs in linear time for every expression.
    const { RE2JS } = await import('re2js')
    try {
      const pattern = RE2JS.compile(spec.filter.regex)
      matches = (name) => pattern.matcher(name).find()
    } catch (error) {
      return unknown(`the regular expression ${spec.filter.regex} cannot be read: ${errorText(error)}`)
    }
  }
  try {
    const found = await orAbort(look(spec, context), context.signal)
    return timed(found.ok ? checkFolder(spec, found.value, context.now(), matches) : found.failure)
  } catch (error) {
    return timed(
      unhealthy(
        context.signal.aborted
          ? `${spec.path}: ${stopped(context.signal)} while listing files`
          : errorText(error),
      ),
    )
  }
}
