import {
  type CheckContext,
  excerpt,
  excerptOfEnd,
  healthy,
  type RunCheck,
  namedTexts,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit'
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

export const run: RunCheck<ExecSpec> = async (spec, context) => {
  const result = await context.commands.run({
    file: 'bash',
    arguments: ['-c', spec.script],
    environment: Object.fromEntries(namedTexts(spec.env)),
    signal: context.signal,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  if (!result.ok) {
    const { code, message, stdout, stderr } = result.failure
    const evidence = {
      details: { reason: code, stdout: kept(stdout, context), stderr: kept(stderr, context) },
    }
    const says = code === 'missing' ? 'bash is missing on the machine that runs this check' : message
    const isItsFault = code === 'timeout' || code === 'flood' || code === 'memory'
    return isItsFault ? unhealthy(says, evidence) : unknown(says, evidence)
  }
  const { exitCode, signal, stdout, stderr } = result.value
  const evidence = { details: { exitCode, stdout: kept(stdout, context), stderr: kept(stderr, context) } }
  if (exitCode === 0) return healthy({ ...evidence, message: firstLine(stdout, context) })
  const reason = exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}, expected 0`
  const line = lastLine(stdout, stderr, context)
  return unhealthy(line === '' ? reason : `${reason}: ${line}`, evidence)
}
