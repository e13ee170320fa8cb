import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CheckContext,
  type CheckOutcome,
  healthy,
  type RunCheck,
  namedTexts,
  type SuiteReport,
  testResults,
  testTotals,
  unhealthy,
  unknown,
  wentWrong,
  type WorkerTask,
} from '@binnacle/plugin-kit'
import { errorCode, errorText, orAbort, stopped } from '@binnacle/plugin-kit/talk'
import { readReport } from './report.ts'
import type { JunitSpec } from './spec.ts'

const MAX_OUTPUT_BYTES = 8_388_608
const MOST_FILES = 1_000
const LARGEST_FILE = 33_554_432

/** Characters that are read in this thread, which takes a few milliseconds. */
const SHORT = 4_096
/** Reading the largest file takes seconds. */
const readTask: WorkerTask<string, Awaited<ReturnType<typeof readReport>>> = {
  module: new URL('report.ts', import.meta.url),
  name: 'readReport',
  milliseconds: 20_000,
}

interface Source {
  name: string
  text: string
}

/** Texts of a folder's results; an error is what is wrong with the folder. */
async function readFolder(folder: string, signal: AbortSignal): Promise<Source[] | string> {
  const info = await stat(folder).catch((error: unknown) => errorCode(error) ?? errorText(error))
  if (typeof info === 'string') return `${folder} cannot be read (${info})`
  if (!info.isDirectory()) return `${folder} is not a folder`
  const sources: Source[] = []
  for await (const name of glob('**/*.xml', { cwd: folder })) {
    signal.throwIfAborted()
    const path = join(folder, name)
    const { size } = await stat(path)
    if (size > LARGEST_FILE) return `${name} has more than ${LARGEST_FILE / 1_048_576} MiB`
    sources.push({ name, text: await readFile(path, 'utf8') })
    if (sources.length > MOST_FILES) return `${folder} has more than ${MOST_FILES} files`
  }
  return sources.length === 0 ? `there is no .xml file in ${folder}` : sources
}

interface ScriptEnd {
  exitCode: number | null
  stdout: string
  stderr: string
}

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
  })
  if (result.ok) return result.value
  const { code, message } = result.failure
  const says = code === 'missing' ? 'bash is missing on the machine that runs this check' : message
  return (code === 'timeout' || code === 'flood' ? unhealthy : unknown)(says, { details: { reason: code } })
}

/** @param isTested whether a script of the spec judges the results; then failed tests are its matter */
function judge(suites: readonly SuiteReport[], end: ScriptEnd | undefined, isTested: boolean): CheckOutcome {
  const tests = suites.flatMap((suite) => suite.tests)
  const sums = testTotals(tests)
  const evidence = {
    durationMilliseconds: sums.duration * 1_000,
    details: {
      results: testResults(suites),
      ...(end === undefined ? {} : { exitCode: end.exitCode, stderr: end.stderr.trim().slice(-4_000) }),
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

async function look(spec: JunitSpec, context: CheckContext): Promise<CheckOutcome> {
  const end = spec.script === undefined ? undefined : await runScript(spec, spec.script, context)
  if (end !== undefined && 'state' in end) return end
  const sources =
    spec.testResults === undefined
      ? [{ name: 'the output of the script', text: end?.stdout.trim() ?? '' }]
      : await readFolder(spec.testResults, context.signal)
  const details = end === undefined ? {} : { exitCode: end.exitCode, stderr: end.stderr.trim().slice(-4_000) }
  if (typeof sources === 'string') return unhealthy(sources, { details })
  const suites: SuiteReport[] = []
  for (const { name, text } of sources) {
    const done =
      text.length <= SHORT
        ? ({ ok: true, value: await readReport(text) } as const)
        : await context.work(readTask, text)
    if (!done.ok) return unhealthy(`${name} cannot be read: ${done.failure}`, { details })
    const read = done.value
    if (!read.ok)
      return unhealthy(`${name} ${read.failure}`, { details: { ...details, content: text.slice(0, 2_000) } })
    suites.push(...read.value)
  }
  return judge(suites, end, spec.test !== undefined)
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
