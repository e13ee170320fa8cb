import {
  artifactsOf,
  type CheckContext,
  excerpt,
  excerptOfEnd,
  keepFor,
  type RunCheck,
} from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, healthy, namedTexts, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { FILE_TEXT, WITH_CONNECTIONS } from '@binnacle/clients/programs/shell'
import { accessOf } from '@binnacle/clients/programs/accounts'
import { type CheckoutScript, prepareCheckout } from '@binnacle/clients/git/checkout'
import type { ExecSpec } from './spec.ts'

/** Most bytes of output. More ends the script, so that endless output does not use up memory. */
const MAX_OUTPUT_BYTES = 1_048_576
/** Most characters of each stream that a result keeps. */
const MAX_KEPT = 16_384

function kept(text: string, context: CheckContext): string {
  const trimmed = text.trim()
  return trimmed.length <= MAX_KEPT
    ? trimmed
    : `${excerpt(context, trimmed, MAX_KEPT)}\n… ${trimmed.length - MAX_KEPT} characters more`
}

/** The first line, redacted before cutting because a secret may span lines. */
function firstLine(stdout: string, context: CheckContext): string {
  const output = context.redact(excerpt(context, stdout.trim(), MAX_KEPT))
  return (output.split('\n')[0] ?? '').slice(0, 500)
}

/** The most informative line of a failure: the last one of stderr, or of stdout if stderr is empty. */
function lastLine(stdout: string, stderr: string, context: CheckContext): string {
  const output = context.redact(excerptOfEnd(context, stderr.trim() || stdout.trim(), MAX_KEPT))
  return (output.split('\n').at(-1) ?? '').slice(0, 500)
}

/** The arguments of bash after -c: the script, or a script that first creates the files of its connections. */
function inBash({ script, connections }: ExecSpec): string[] {
  return connections === undefined ? [script] : [WITH_CONNECTIONS, 'bash', script]
}

/** Environment variables of a script. Its own override those of its connections. */
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
  prepared: CheckoutScript | undefined,
): Promise<CheckOutcome> {
  const result = await context.commands.run({
    file: 'bash',
    arguments: prepared?.arguments ?? ['-c', ...inBash(spec)],
    environment: { ...environmentOf(spec), ...prepared?.environment },
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
  if (exitCode === 0)
    return healthy({
      ...evidence,
      message: firstLine(stdout, context),
      // Scripts get the whole output, of which a result keeps only the beginning.
      data: () => ({
        values: { results: { ...evidence.details, stdout: stdout.trim() }, stdout: stdout.trim() },
      }),
    })
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
