import {
  artifactsOf,
  type CheckContext,
  excerpt,
  excerptOfEnd,
  keepFor,
  type RunCheck,
} from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, healthy, namedTexts, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { FILE_TEXT, WITH_CONNECTIONS } from './connections/shell.ts'
import { accessOf } from './connections/spec.ts'
import { type CheckedOut, prepareCheckout } from './git/run.ts'
import type { ExecSpec } from './spec.ts'

/** More than this ends the script: a check that prints without end must not cost the machine. */
const MAX_OUTPUT_BYTES = 1_048_576
/** As much of each stream as is kept with the result. */
const MAX_KEPT = 16_384

function kept(text: string, context: CheckContext): string {
  const trimmed = text.trim()
  return trimmed.length <= MAX_KEPT
    ? trimmed
    : `${excerpt(context, trimmed, MAX_KEPT)}\n… ${trimmed.length - MAX_KEPT} characters more`
}

/** A secret may go on in the lines after it, so it is taken out before. */
function firstLine(stdout: string, context: CheckContext): string {
  const said = context.redact(excerpt(context, stdout.trim(), MAX_KEPT))
  return (said.split('\n')[0] ?? '').slice(0, 500)
}

/** The line that says most about a failure: the last one of stderr, else of stdout. */
function lastLine(stdout: string, stderr: string, context: CheckContext): string {
  const said = context.redact(excerptOfEnd(context, stderr.trim() || stdout.trim(), MAX_KEPT))
  return (said.split('\n').at(-1) ?? '').slice(0, 500)
}

/** What bash gets after -c: the script, or what makes the files of its connections first. */
function inBash({ script, connections }: ExecSpec): string[] {
  return connections === undefined ? [script] : [WITH_CONNECTIONS, 'bash', script]
}

/** Variables of a script: its own stand above those of its connections. */
function environmentOf({ env, connections }: ExecSpec): Record<string, string> {
  const { variables, files } = accessOf(connections)
  return {
    ...variables,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [FILE_TEXT + name, text])),
    ...Object.fromEntries(namedTexts(env)),
  }
}

async function runScript(
  spec: ExecSpec,
  context: CheckContext,
  prepared: CheckedOut | undefined,
): Promise<CheckOutcome> {
  const result = await context.commands.run({
    file: 'bash',
    arguments: prepared?.arguments ?? ['-c', ...inBash(spec)],
    environment: environmentOf(spec),
    signal: context.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    ...keepFor(spec.artifacts, prepared?.folder),
  })
  const { artifacts, details: leftOut } = artifactsOf(
    spec.artifacts,
    result.ok ? result.value : result.failure,
  )
  if (!result.ok) {
    const { code, message, stdout, stderr } = result.failure
    const evidence = {
      artifacts,
      details: { reason: code, stdout: kept(stdout, context), stderr: kept(stderr, context), ...leftOut },
    }
    const says = code === 'missing' ? 'bash is missing on the machine that runs this check' : message
    const isItsFault = code === 'timeout' || code === 'flood' || code === 'memory'
    return isItsFault ? unhealthy(says, evidence) : unknown(says, evidence)
  }
  const { exitCode, signal, stdout, stderr } = result.value
  const failure = prepared?.failureOf(result.value)
  if (failure !== undefined) return failure
  const evidence = {
    artifacts,
    details: { exitCode, stdout: kept(stdout, context), stderr: kept(stderr, context), ...leftOut },
  }
  if (exitCode === 0) return healthy({ ...evidence, message: firstLine(stdout, context) })
  const reason = exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}, expected 0`
  const line = lastLine(stdout, stderr, context)
  return unhealthy(line === '' ? reason : `${reason}: ${line}`, evidence)
}

export const run: RunCheck<ExecSpec> = async (spec, context) => {
  const { checkout } = spec
  if (checkout === undefined) return runScript(spec, context, undefined)
  const prepared = await prepareCheckout(inBash(spec), checkout, context)
  if ('state' in prepared) return prepared
  try {
    return await runScript(spec, context, prepared)
  } finally {
    await prepared.close()
  }
}
