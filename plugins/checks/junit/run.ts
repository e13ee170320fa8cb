import { join } from 'node:path'
import {
  artifactsOf,
  type CheckContext,
  excerpt,
  excerptOfEnd,
  keepFor,
  type RunCheck,
  type SuiteReport,
  testResults,
  testTotals,
  wentWrong,
} from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  type CommandResult,
  type FileFailure,
  healthy,
  namedTexts,
  unhealthy,
  unknown,
  type WorkerTask,
} from '@binnacle/plugin-kit/core'
import { errorText, orAbort, stopped } from '@binnacle/plugin-kit/talk'
import { readReport } from './report.ts'
import type { JunitSpec } from './spec.ts'

const MAX_OUTPUT_BYTES = 8_388_608
const MOST_FILES = 1_000
/** Most files and folders of a search for results. */
const MOST_ENTRIES = 50_000
/** Most bytes of a file. */
const LARGEST_FILE = 33_554_432
/** Most bytes of all results together, which are in memory until they are parsed. */
const LARGEST_TOTAL = 67_108_864
/** Most bytes of all results of a script: the most that the starter passes on. */
const LARGEST_COLLECTED = 16_777_216

/** Most characters that are parsed in this thread, which takes a few milliseconds. */
const SHORT = 4_096
/** Parsing the largest file takes seconds. */
const readTask: WorkerTask<string, Awaited<ReturnType<typeof readReport>>> = {
  module: new URL('report.ts', import.meta.url),
  name: 'readReport',
  milliseconds: 20_000,
}

interface Source {
  name: string
  text: string
}

/** The outcome if a file or folder could not be read. */
function unreadable(path: string, { code, message, reason }: FileFailure): CheckOutcome {
  if (code === 'not-allowed') return unknown(message)
  const evidence = { details: reason === undefined ? {} : { reason } }
  return (code === 'busy' ? unknown : unhealthy)(`${path} cannot be read: ${message}`, evidence)
}

/** Paths of the .xml files and the folders in a folder. Names that start with a dot are skipped. */
async function findReports(
  folder: string,
  { files, signal }: CheckContext,
): Promise<string[] | CheckOutcome> {
  const found: string[] = []
  const waiting = ['']
  let seen = 0
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    const listed = await files.list(join(folder, inside), { most: MOST_ENTRIES, signal })
    // The folder was removed while its parent was read.
    if (!listed.ok && listed.failure.code === 'missing' && inside !== '') continue
    if (!listed.ok && listed.failure.code === 'not-a-folder') return unhealthy(`${folder} is not a folder`)
    if (!listed.ok) return unreadable(join(folder, inside), listed.failure)
    seen += listed.value.length
    if (seen > MOST_ENTRIES) return unhealthy(`${folder} has more than ${MOST_ENTRIES} files and folders`)
    const visible = listed.value.filter(({ name }) => !name.startsWith('.'))
    for (const { name, kind } of visible.toSorted((a, b) => a.name.localeCompare(b.name)))
      if (kind === 'folder') waiting.push(join(inside, name))
      else if (name.endsWith('.xml')) found.push(join(inside, name))
  }
  return found
}

/** Reads the results of a folder, or returns the outcome if the folder has none. */
async function readFolder(folder: string, context: CheckContext): Promise<Source[] | CheckOutcome> {
  const names = await findReports(folder, context)
  if (!Array.isArray(names)) return names
  if (names.length === 0) return unhealthy(`there is no .xml file in ${folder}`)
  if (names.length > MOST_FILES) return unhealthy(`${folder} has more than ${MOST_FILES} .xml files`)
  const sources: Source[] = []
  let total = 0
  for (const name of names) {
    const path = join(folder, name)
    const read = await context.files.read(path, { maxBytes: LARGEST_FILE, signal: context.signal })
    if (!read.ok && read.failure.code === 'too-large')
      return unhealthy(`${name} has more than ${LARGEST_FILE / 1_048_576} MiB`)
    if (!read.ok) return unreadable(path, read.failure)
    total += read.value.length
    if (total > LARGEST_TOTAL)
      return unhealthy(`the .xml files in ${folder} have more than ${LARGEST_TOTAL / 1_048_576} MiB together`)
    sources.push({ name, text: new TextDecoder().decode(read.value) })
  }
  return sources
}

type ScriptEnd = Omit<CommandResult, 'signal'>

async function runScript(
  spec: JunitSpec,
  script: string,
  context: CheckContext,
): Promise<ScriptEnd | CheckOutcome> {
  const result = await context.commands.run({
    file: 'bash',
    arguments: ['-c', script],
    environment: Object.fromEntries(namedTexts(spec.env)),
    signal: context.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...(spec.testResults === undefined
      ? {}
      : {
          collect: {
            folder: spec.testResults,
            suffix: '.xml',
            maxFiles: MOST_FILES,
            maxFileBytes: LARGEST_COLLECTED,
            maxTotalBytes: LARGEST_COLLECTED,
          },
        }),
    ...keepFor(spec.artifacts),
  })
  if (result.ok) return result.value
  const { code, message } = result.failure
  const says = code === 'missing' ? 'bash is missing on the machine that runs this check' : message
  const isItsFault = code === 'timeout' || code === 'flood' || code === 'memory'
  const { artifacts, details } = artifactsOf(spec.artifacts, result.failure)
  return (isItsFault ? unhealthy : unknown)(says, { artifacts, details: { reason: code, ...details } })
}

/** The results of a script: files in its folder, read with the script's own rights, or its output. */
function fromScript(folder: string | undefined, end: ScriptEnd): Source[] | CheckOutcome {
  if (folder === undefined) return [{ name: 'the output of the script', text: end.stdout.trim() }]
  const { files = [], failure } = end.collected ?? {}
  if (failure !== undefined) return unhealthy(failure)
  return files.length === 0 ? unhealthy(`there is no .xml file in ${folder}`) : [...files]
}

/**
 * @param isTested whether a script of the spec tests the results; then failed tests do not fail the check by
 * themselves
 */
function outcomeOfSuites(
  suites: readonly SuiteReport[],
  end: ScriptEnd | undefined,
  isTested: boolean,
  context: CheckContext,
): CheckOutcome {
  const tests = suites.flatMap((suite) => suite.tests)
  const sums = testTotals(tests)
  const evidence = {
    durationMilliseconds: sums.duration * 1_000,
    details: {
      results: testResults(suites),
      ...(end === undefined
        ? {}
        : { exitCode: end.exitCode, stderr: excerptOfEnd(context, end.stderr.trim(), 4_000) }),
    },
  }
  const wrong = tests.filter(wentWrong)
  const [first] = wrong
  if (first !== undefined && !isTested) {
    const what = [first.name, first.message ?? first.error?.split('\n')[0]].filter(
      (text) => text !== undefined,
    )
    return unhealthy(`${wrong.length} of ${tests.length} tests failed: ${what.join(': ')}`, evidence)
  }
  if (end !== undefined && end.exitCode !== 0 && !isTested)
    return unhealthy(`exit code ${end.exitCode ?? 'of none'}, expected 0`, evidence)
  return tests.length === 0
    ? unhealthy('there are no tests in the results', evidence)
    : healthy({ ...evidence, message: `${sums.passed} of ${tests.length} tests passed` })
}

/** The outcome of the found results, or of the error that prevented them. */
async function outcomeOfSources(
  spec: JunitSpec,
  end: ScriptEnd | undefined,
  context: CheckContext,
): Promise<CheckOutcome> {
  const sources =
    end === undefined ? await readFolder(spec.testResults ?? '', context) : fromScript(spec.testResults, end)
  const details =
    end === undefined
      ? {}
      : { exitCode: end.exitCode, stderr: excerptOfEnd(context, end.stderr.trim(), 4_000) }
  if (!Array.isArray(sources)) return { ...sources, details: { ...details, ...sources.details } }
  const suites: SuiteReport[] = []
  for (const { name, text } of sources) {
    const done =
      text.length <= SHORT
        ? ({ ok: true, value: await readReport(text, context) } as const)
        : await context.work(readTask, text)
    if (!done.ok) return unhealthy(`${name} cannot be read: ${done.failure}`, { details })
    const read = done.value
    if (!read.ok)
      return unhealthy(`${name} ${read.failure}`, {
        details: { ...details, content: excerpt(context, text, 2_000) },
      })
    suites.push(...read.value)
  }
  return outcomeOfSuites(suites, end, spec.test !== undefined, context)
}

async function look(spec: JunitSpec, context: CheckContext): Promise<CheckOutcome> {
  const end = spec.script === undefined ? undefined : await runScript(spec, spec.script, context)
  if (end !== undefined && 'state' in end) return end
  const outcome = await outcomeOfSources(spec, end, context)
  if (end === undefined || spec.artifacts === undefined) return outcome
  const { artifacts, details } = artifactsOf(spec.artifacts, end)
  return { ...outcome, artifacts, details: { ...outcome.details, ...details } }
}

export const run: RunCheck<JunitSpec> = async (spec, context) => {
  try {
    return await orAbort(look(spec, context), context.signal)
  } catch (error) {
    return unhealthy(
      context.signal.aborted ? `${stopped(context.signal)} while reading results` : errorText(error),
    )
  }
}
