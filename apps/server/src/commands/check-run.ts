import { formatBytes, formatDuration } from '@binnacle/contract/text'
import {
  createCanaryParser,
  findFiles,
  loadCheckTypes,
  type PreparedArtifact,
  readCanaryFile,
  runCanaryOnce,
} from '../modules/health/index.ts'
import { MISUSE } from '../misuse.ts'
import { printable } from './printable.ts'
import { describeProblem, openRunDependencies, type RunDependencies } from './run-dependencies.ts'
import { readSettings, UNUSED_BY_CHECK_RUN } from './settings.ts'
import { writeArtifact } from './write-artifacts.ts'

const exitCodes = { healthy: 0, unhealthy: 1, unknown: 3 } as const
/** From good to bad; the worst decides. */
const badness: readonly number[] = [exitCodes.healthy, exitCodes.unknown, exitCodes.unhealthy, MISUSE]

const marks = { healthy: '✔', unhealthy: '✘', unknown: '?' } as const

/** Why files that a script left are not kept, in words. */
function leftOutOf(details: Readonly<Record<string, unknown>> | null): string[] {
  const leftOut = details?.['leftOut']
  return Array.isArray(leftOut) ? leftOut.map(String) : []
}

function print(text: string): void {
  console.log(printable(text))
}

/**
 * Runs every check of a file (or folder) once and prints what came out.
 * @param artifactsFolder where files that scripts leave are written; Default: they are only named
 * @returns 0 when all are healthy, 1 when any is unhealthy, 3 when nothing worse than unknown, 2 when the file or the
 * settings are not valid, there is no check, or a file could not be written
 */
export async function checkRun(path: string, artifactsFolder?: string): Promise<number> {
  const settings = readSettings(UNUSED_BY_CHECK_RUN)
  if (settings === undefined) return MISUSE
  const dependencies = await openRunDependencies(settings)
  try {
    return await runFiles(path, dependencies, artifactsFolder)
  } finally {
    await dependencies.close()
  }
}

/** Names the files that a check left, and writes them where there is a folder for them. @returns whether all went well */
async function showArtifacts(
  artifacts: readonly PreparedArtifact[],
  folder: string | undefined,
  above: readonly string[],
): Promise<boolean> {
  for (const artifact of artifacts) {
    const named = `artifact ${artifact.path} (${formatBytes(artifact.size)})`
    try {
      const place = folder === undefined ? undefined : await writeArtifact(folder, above, artifact)
      print(`      ${place === undefined ? named : `${named}: ${place}`}`)
    } catch (error) {
      console.error(printable(`${named} could not be written: ${String(error)}`))
      return false
    }
  }
  return true
}

async function runFiles(
  path: string,
  { sources, ...dependencies }: RunDependencies,
  artifactsFolder: string | undefined,
): Promise<number> {
  const types = await loadCheckTypes()
  const parser = createCanaryParser(types, dependencies.tasks)
  const found = await findFiles(path)
  if (!found.ok) {
    console.error(found.failure)
    return MISUSE
  }
  const never = new AbortController().signal
  const codes: number[] = []
  for (const file of found.value) {
    const text = await file.read()
    const content = text.ok
      ? await readCanaryFile(parser, text.value, file.path)
      : { documents: [], problems: [{ path: '', message: text.failure }] }
    for (const problem of content.problems) console.error(printable(describeProblem(file.path, problem)))
    if (content.problems.length > 0) codes.push(MISUSE)
    for (const canary of content.documents) {
      print(`\n${canary.metadata.namespace}/${canary.metadata.name}`)
      for (const { check, result } of await runCanaryOnce(
        canary,
        { runner: dependencies, sources, types },
        never,
      )) {
        const text = result.error ?? result.message ?? ''
        print(
          `  ${marks[result.state]} ${result.state.padEnd(9)} ${check.type.definition.type.padEnd(5)} ${check.spec.name}  ${formatDuration(result.duration)}${text === '' ? '' : `\n      ${text.replaceAll('\n', '\n      ')}`}`,
        )
        codes.push(exitCodes[result.state])
        const { namespace, name: canaryName } = canary.metadata
        const above = [namespace, canaryName, check.spec.name]
        if (!(await showArtifacts(result.artifacts, artifactsFolder, above))) codes.push(MISUSE)
        for (const reason of leftOutOf(result.details)) print(`      not kept: ${reason}`)
        for (const { name, result: own } of result.transformed ?? []) {
          print(`    ${marks[own.state]} ${own.state.padEnd(9)} ${name}  ${own.error ?? own.message ?? ''}`)
          codes.push(exitCodes[own.state])
        }
      }
    }
  }
  if (codes.length === 0) {
    console.error(`${path} holds no check`)
    return MISUSE
  }
  return codes.toSorted((a, b) => badness.indexOf(b) - badness.indexOf(a))[0] ?? MISUSE
}
