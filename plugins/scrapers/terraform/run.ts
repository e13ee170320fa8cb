import { isTemplate } from '@binnacle/plugin-kit/checks'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { RunScraper, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { documentsOf } from '@binnacle/clients/documents/read'
import { fault, UNRESOLVED } from '../faults.ts'
import { type FileResult, splitPattern } from '../file/place.ts'
import { readState } from './state.ts'
import type { TerraformSpec } from './spec.ts'

const TYPE = 'Terraform::Module'
const USUAL = '**/*.tfstate'

interface Place {
  files: AsyncIterable<FileResult>
  /** The place of a file, for people. */
  sourceOf: (path: string) => string
}

/** @returns undefined where a connection was not filled in */
async function placeOf({ state }: TerraformSpec, context: ScrapeContext): Promise<Place | undefined> {
  const { local, s3, gcs } = state
  const written = local ?? s3?.objectPath ?? gcs?.objectPath ?? USUAL
  const { base, pattern } = splitPattern(written)
  const selects = pattern === undefined ? () => true : readGlob(pattern)
  if (local !== undefined) {
    const address = { kind: 'local', path: base === '' ? '/' : base } as const
    const files = (await import('../file/places/local.ts')).readLocal({ address, spec: {}, selects }, context)
    return { files, sourceOf: (path) => (pattern === undefined ? local : `${base}/${path}`) }
  }
  const prefix = base
  if (s3?.bucket !== undefined && s3.connection === undefined) {
    const { bucket, objectPath: _, ...awsConnection } = s3
    const address = { kind: 's3', bucket, prefix, endpoint: undefined } as const
    const files = (await import('../file/places/store.ts')).readStore(
      { address, spec: { awsConnection }, selects },
      context,
    )
    return { files, sourceOf: (path) => `s3://${bucket}/${prefix === '' ? '' : `${prefix}/`}${path}` }
  }
  if (gcs?.bucket !== undefined && gcs.connection === undefined) {
    const { bucket, objectPath: _, ...gcpConnection } = gcs
    const address = { kind: 'gcs', bucket, prefix } as const
    const files = (await import('../file/places/gcs.ts')).readGcs(
      { address, spec: { gcpConnection: { ...gcpConnection, bucket } }, selects },
      context,
    )
    return { files, sourceOf: (path) => `gcs://${bucket}/${prefix === '' ? '' : `${prefix}/`}${path}` }
  }
  return undefined
}

export const run: RunScraper<TerraformSpec> = async function* (spec, context) {
  const place = await placeOf(spec, context)
  if (place === undefined) {
    yield fault(UNRESOLVED, { type: TYPE })
    return
  }
  /** The source of each lineage. */
  const seen = new Map<string, string>()
  let isWhole = true
  const missing = (message: string) => {
    isWhole = false
    return fault(context.redact(message), { type: TYPE })
  }
  for await (const found of place.files) {
    if ('problem' in found) {
      yield missing(found.problem)
      continue
    }
    const source = place.sourceOf(found.path)
    const text = new TextDecoder().decode(found.bytes)
    const read = await documentsOf({ text, format: 'json' }, context)
    const module = read.ok ? readState(read.value[0] ?? null, (value) => context.mask(value)) : read
    if (!module.ok) {
      yield missing(`${source} ${module.failure}`)
      continue
    }
    const { lineage, config, related } = module.value
    const other = seen.get(lineage)
    if (other !== undefined) {
      yield missing(`${source} has the lineage of ${other}; one of them is a copy`)
      continue
    }
    seen.set(lineage, source)
    const named =
      spec.name === undefined || !isTemplate(spec.name)
        ? { ok: true as const, value: spec.name ?? source }
        : await context.template(spec.name, { path: source })
    if (!named.ok) {
      yield missing(`name: ${named.failure}`)
      return
    }
    yield {
      kind: 'item',
      type: TYPE,
      class: 'Module',
      externalId: lineage,
      name: named.value.trim(),
      config,
      related,
      source,
    }
  }
  if (isWhole && !context.signal.aborted) yield { kind: 'complete', type: TYPE }
  else if (isWhole) yield missing('stopped before every state was read')
}
