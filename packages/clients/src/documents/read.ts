import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type Json, parseBoundedJson, type RunContext, type WorkerTask } from '@binnacle/plugin-kit/core'
import type { readDocuments } from './task.ts'

/** How a file is written. `raw` is any text. */
export const documentFormats = ['json', 'yaml', 'properties', 'raw'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** A text, and how it is written. */
export interface DocumentText {
  text: string
  format: DocumentFormat
}

/** Characters of the longest text that is parsed in this thread. */
const LONGEST_HERE = 65_536

/** Texts of sources are parsed where they hold up nobody. */
const readTask: WorkerTask<DocumentText, ReturnType<typeof readDocuments>> = {
  module: new URL('task.ts', import.meta.url),
  name: 'readDocuments',
  milliseconds: 20_000,
}

/**
 * The documents of a text.
 * @returns what is wrong with it, as the end of a sentence such as "the file" `is not JSON: …`
 */
export async function documentsOf(
  written: DocumentText,
  context: Pick<RunContext, 'work'>,
): Promise<Result<readonly Json[], string>> {
  if (written.format === 'raw') return succeed([written.text])
  if (written.format === 'json' && written.text.length <= LONGEST_HERE) {
    const here = parseBoundedJson(written.text)
    if (here.ok) return succeed([here.value])
    if (here.failure.isJson === false) return fail(here.failure.message)
  }
  const read = await context.work(readTask, written)
  return read.ok ? read.value : fail(`cannot be read: ${read.failure}`)
}
