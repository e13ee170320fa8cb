import { type Result, succeed } from '@binnacle/contract/core'
import type { CheckContext, RunCheck } from '@binnacle/plugin-kit/checks'
import { unhealthy, unknown, UNRESOLVED, type WorkerTask } from '@binnacle/plugin-kit/core'
import { errorText, orAbort, stopped } from '@binnacle/plugin-kit/talk'
import { checkFolder } from './check-folder.ts'
import type { matchingNames, NamesToMatch } from './names.ts'
import type { Findings, FindingsResult } from '@binnacle/clients/files/listing'
import { lookLocally } from './places/local.ts'
import { fillFilter, type FolderSpec, placeKind } from './spec.ts'

async function look(spec: FolderSpec, context: CheckContext): Promise<FindingsResult> {
  const kind = placeKind(spec)
  if (kind === 'sftp') return (await import('./places/sftp.ts')).lookOverSftp(spec, context)
  if (kind === 'smb') return (await import('./places/smb.ts')).lookOverSmb(spec, context)
  if (kind === 's3')
    return (await import('@binnacle/clients/object-storage/s3-objects')).lookInStore(spec, context)
  if (kind === 'gcs') return (await import('@binnacle/clients/object-storage/gcs')).lookInGcs(spec, context)
  return lookLocally(spec, context)
}

const namesTask: WorkerTask<NamesToMatch, ReturnType<typeof matchingNames>> = {
  module: new URL('names.ts', import.meta.url),
  name: 'matchingNames',
  milliseconds: 5_000,
}

/** Says of a name whether the filter's regular expression finds it, or why that one cannot be used. */
async function nameTest(
  { filter }: FolderSpec,
  { files }: Findings,
  context: CheckContext,
): Promise<Result<(name: string) => boolean, string>> {
  const regex = filter?.regex
  if (regex === undefined) return succeed(() => true)
  const names = new Set(files.flatMap(({ name, key }) => (key === undefined ? [name] : [name, key])))
  const worked = await context.work(namesTask, { regex, names: [...names] })
  const matching = worked.ok ? worked.value : worked
  if (!matching.ok) return matching
  const found = new Set(matching.value)
  return succeed((name) => found.has(name))
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
  try {
    const found = await orAbort(look(spec, context), context.signal)
    if (!found.ok) return timed(found.failure)
    const matches = await nameTest(spec, found.value, context)
    if (!matches.ok) return timed(unknown(matches.failure))
    return timed(checkFolder(spec, found.value, context.now(), matches.value))
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
