import { FILE_TEXT, WITH_CONNECTIONS } from '@binnacle/clients/programs/shell'
import { accessOf } from '@binnacle/clients/programs/accounts'
import { type CheckoutScript, prepareCheckout } from '@binnacle/clients/git/checkout'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { excerptOfEnd } from '@binnacle/plugin-kit/checks'
import { type Json, MOST_OUTPUT, namedTexts } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { documentsOf } from '@binnacle/clients/documents/read'
import { fault } from '../faults.ts'
import type { ExecSpec } from './spec.ts'

/** Most characters of the output that a message is made from. */
const MOST_SAID = 16_384

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

/** The last line of what a script said, redacted before it is cut. */
function lastLine(text: string, context: ScrapeContext): string {
  const output = context.redact(excerptOfEnd(context, text.trim(), MOST_SAID))
  return (output.split('\n').at(-1) ?? '').slice(0, 500)
}

async function outputOf(
  spec: ExecSpec,
  prepared: CheckoutScript | undefined,
  context: ScrapeContext,
): Promise<Result<string, string>> {
  const ended = await context.commands.run({
    file: 'bash',
    arguments: prepared?.arguments ?? ['-c', ...inBash(spec)],
    environment: { ...environmentOf(spec), ...prepared?.environment },
    signal: context.signal,
    maxOutputBytes: MOST_OUTPUT,
  })
  if (!ended.ok) return fail(ended.failure.message)
  const { exitCode, signal, stdout, stderr } = ended.value
  const failure = prepared?.failureOf(ended.value)
  if (failure !== undefined) return fail(failure.error ?? 'the repository could not be checked out')
  for (const line of stderr.split('\n').slice(-100)) if (line.trim() !== '') context.log(context.redact(line))
  if (exitCode === 0) return succeed(stdout)
  const reason = exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}, expected 0`
  const line = lastLine(stderr.trim() === '' ? stdout : stderr, context)
  return fail(line === '' ? `the script: ${reason}` : `the script: ${reason}: ${line}`)
}

/** The documents that a script printed: JSON, YAML, or a text. @returns what is wrong with them */
async function printed(text: string, context: ScrapeContext): Promise<Result<readonly Json[], string>> {
  if (text.trim() === '') return fail('the script printed nothing; print [] where there is nothing')
  const json = await documentsOf({ text, format: 'json' }, context)
  const looksLikeJson = /^\s*[[{]/.test(text)
  const read = json.ok ? json : await documentsOf({ text, format: 'yaml' }, context)
  if (!read.ok) {
    // A text is a text, but half a list would look like one without the other half.
    const isBroken = looksLikeJson || /more than \d+/.test(read.failure)
    return isBroken
      ? fail(`the output ${looksLikeJson && !json.ok ? json.failure : read.failure}`)
      : succeed([text])
  }
  const isText = read.value.every((value) => value === null || typeof value !== 'object')
  if (!json.ok && isText) return succeed([text])
  return succeed(read.value.flatMap((value): readonly Json[] => (Array.isArray(value) ? value : [value])))
}

async function prepare(
  spec: ExecSpec,
  context: ScrapeContext,
): Promise<Result<CheckoutScript | undefined, string>> {
  if (spec.checkout === undefined) return succeed(undefined)
  const prepared = await prepareCheckout(inBash(spec), spec.checkout, context)
  return 'state' in prepared ? fail(prepared.error ?? 'the repository cannot be used') : succeed(prepared)
}

export const run: RunScraper<ExecSpec> = async function* (spec, context) {
  const prepared = await prepare(spec, context)
  if (!prepared.ok) {
    yield fault(context.redact(prepared.failure))
    return
  }
  try {
    const output = await outputOf(spec, prepared.value, context)
    const documents = output.ok ? await printed(output.value, context) : output
    if (!documents.ok) {
      yield fault(context.redact(documents.failure))
      return
    }
    for (const config of documents.value) yield { kind: 'item', config }
    yield { kind: 'complete' }
  } finally {
    await prepared.value?.close()
  }
}
