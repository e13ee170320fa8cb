import { formatBytes } from '@binnacle/contract/text'
import { z } from 'zod'
import { readArtifactPath, STREAMS } from './artifact-paths.ts'
import type { CommandFailure, CommandResult, KeepOptions } from '../core/commands.ts'
import { field } from '../core/fields.ts'
import type { ArtifactFile } from '../core/outcome.ts'

/** Most files that are stored of one run. */
const MOST_ARTIFACTS = 50
/** Most bytes of one file. */
const LARGEST_ARTIFACT = 10_485_760
/** Most bytes of all files of one run. */
const LARGEST_ARTIFACTS = 16_777_216

const isStream = (path: string) => STREAMS.some((stream) => stream === path)

const path = z
  .string()
  .trim()
  .min(1)
  .max(1_000, { abort: true })
  .check((context) => {
    if (isStream(context.value)) return
    const read = readArtifactPath(context.value)
    if (!read.ok)
      context.issues.push({
        code: 'custom',
        message: `"${context.value}" ${read.failure}`,
        input: context.value,
      })
  })

/** Files that a script leaves and that are stored with its result. */
export const artifacts = field(
  z
    .array(
      z.strictObject({
        path: field(path, {
          title: 'Path',
          description:
            'A file in the folder of the script, such as report.html; *.png, **/*.xml and results/ name several. /dev/stdout and /dev/stderr are what the script prints.',
        }),
      }),
    )
    .max(20)
    .optional(),
  {
    title: 'Artifacts',
    description: `Stores files of the script with the result, for download. At most ${MOST_ARTIFACTS} files and ${formatBytes(LARGEST_ARTIFACTS)} a run, ${formatBytes(LARGEST_ARTIFACT)} a file.`,
    group: 'advanced',
  },
)

type Artifacts = readonly { path: string }[] | undefined

/**
 * Tells the command runner which files to return for a check.
 * @param folder in which the script runs, as in `KeepOptions`
 */
export function keepFor(wanted: Artifacts, folder?: string): { keep?: KeepOptions } {
  const paths = (wanted ?? []).map((one) => one.path).filter((one) => !isStream(one))
  if (paths.length === 0) return {}
  return {
    keep: {
      paths,
      ...(folder === undefined ? {} : { folder }),
      maxFiles: MOST_ARTIFACTS,
      maxFileBytes: LARGEST_ARTIFACT,
      maxTotalBytes: LARGEST_ARTIFACTS,
    },
  }
}

/** The artifacts of a command that ended, and details about files that were left out. */
export function artifactsOf(
  wanted: Artifacts,
  end: Pick<CommandResult, 'stdout' | 'stderr' | 'kept'> | CommandFailure,
): { artifacts: readonly ArtifactFile[]; details: { leftOut?: string[] } } {
  const streams = (wanted ?? []).flatMap(({ path: one }) => {
    const text = one === '/dev/stdout' ? end.stdout : one === '/dev/stderr' ? end.stderr : ''
    return text === '' ? [] : [{ path: one, content: new TextEncoder().encode(text) }]
  })
  const kept = 'kept' in end ? end.kept : undefined
  const leftOut =
    'code' in end && keepFor(wanted).keep !== undefined
      ? ['files of a stopped script are not stored']
      : [...(kept?.leftOut ?? [])]
  return {
    artifacts: [...streams, ...(kept?.files ?? [])],
    details: leftOut.length === 0 ? {} : { leftOut },
  }
}
