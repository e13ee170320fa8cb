import { posix } from 'node:path'
import type { Json } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { documentsOf } from '@binnacle/clients/documents/read'
import { fault, UNRESOLVED } from '../faults.ts'
import { type FileAddress, readFileAddress, showFileAddress } from './address.ts'
import { type FileResult, formatOf, selectorOf } from './place.ts'
import type { FileSpec } from './spec.ts'

async function* readPlace(
  address: FileAddress,
  spec: FileSpec,
  context: ScrapeContext,
): AsyncIterable<FileResult> {
  const selects = selectorOf(spec)
  if (address.kind === 'local')
    yield* (await import('./places/local.ts')).readLocal({ address, spec, selects }, context)
  else if (address.kind === 'git')
    yield* (await import('./places/git.ts')).readRepository({ address, spec, selects }, context)
  else if (address.kind === 'web')
    yield* (await import('./places/web.ts')).readWeb({ address, spec, selects }, context)
  else if (address.kind === 's3')
    yield* (await import('./places/store.ts')).readStore({ address, spec, selects }, context)
  else yield* (await import('./places/gcs.ts')).readGcs({ address, spec, selects }, context)
}

interface Position {
  source: string
  path: string
  index: number
  count: number
}

function itemOf(config: Json, { source, path, index, count }: Position, { icon }: FileSpec): ScrapedItem {
  const whole = source.endsWith(`/${path}`) ? source : `${source.replace(/\/$/, '')}/${path}`
  const part = count === 1 ? '' : `#${index + 1}`
  return {
    kind: 'item',
    config,
    externalId: whole + part,
    name: posix.basename(path) + part,
    type: 'File',
    source: whole,
    ...(icon === undefined ? {} : { icon }),
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

export const run: RunScraper<FileSpec> = async function* (spec, context) {
  const address = readFileAddress(spec.url ?? '')
  if (address === undefined || spec.connection !== undefined) {
    yield fault(UNRESOLVED)
    return
  }
  const source = context.redact(showFileAddress(address))
  let isWhole = true
  let files = 0
  for await (const found of readPlace(address, spec, context)) {
    if ('problem' in found) {
      isWhole = false
      yield fault(found.problem)
      continue
    }
    files += 1
    const { path, bytes } = found
    const format = spec.format ?? formatOf(path)
    const text = textOf(bytes)
    const read =
      text === undefined
        ? { ok: false as const, failure: 'is not text' }
        : await documentsOf({ text, format }, context)
    if (!read.ok) {
      isWhole = false
      yield fault(context.redact(`${source}: the file ${path} ${read.failure}`))
      continue
    }
    const count = read.value.length
    for (const [index, config] of read.value.entries())
      yield itemOf(config, { source, path, index, count }, spec)
  }
  if (context.signal.aborted && isWhole) yield fault(`${source}: stopped before every file was read`)
  else if (isWhole) {
    context.log(`${source}: ${files} ${files === 1 ? 'file' : 'files'}`)
    yield { kind: 'complete' }
  }
}
