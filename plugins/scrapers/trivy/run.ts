import { fail, type Result } from '@binnacle/contract/core'
import { credentialsOf, type Json, secretText, tlsSettings } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { readGlob } from '@binnacle/plugin-kit/glob'
import type { RunScraper, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { documentsOf } from '@binnacle/clients/documents/read'
import { fault, UNRESOLVED } from '../faults.ts'
import { fetchJson } from '@binnacle/clients/http/fetch'
import { splitPattern } from '../file/place.ts'
import { type Findings, insightsOf, readReport } from './report.ts'
import type { TrivySpec } from './spec.ts'

type Reports = NonNullable<TrivySpec['reports']>

/** A report as its source gives it, or why it cannot be read. */
type ReportResult = Result<{ place: string; document: Json }, string>

/** Pages of a list of a cluster. */
const MOST_PAGES = 1_000
const PER_PAGE = '500'

async function documentOf(place: string, text: string, context: ScrapeContext): Promise<ReportResult> {
  const read = await documentsOf({ text, format: 'json' }, context)
  return read.ok
    ? { ok: true, value: { place, document: read.value[0] ?? null } }
    : fail(`${place} ${read.failure}`)
}

async function* fromFiles(path: string, context: ScrapeContext): AsyncGenerator<ReportResult> {
  const { base, pattern } = splitPattern(path)
  const { readLocal } = await import('../file/places/local.ts')
  const selects = pattern === undefined ? () => true : readGlob(pattern)
  const address = { kind: 'local', path: base === '' ? '/' : base } as const
  for await (const found of readLocal({ address, spec: {}, selects }, context)) {
    if ('problem' in found) yield fail(found.problem)
    else {
      const place = pattern === undefined ? path : `${base}/${found.path}`
      yield await documentOf(place, new TextDecoder().decode(found.bytes), context)
    }
  }
}

/** Reports of a server. Lists of a cluster have pages ("Kubernetes API Concepts": limit and continue). */
async function* fromServer(reports: Reports, context: ScrapeContext): AsyncGenerator<ReportResult> {
  const bearer = secretText(reports.bearer)
  const place = new URL(reports.url ?? '')
  const shown = place.origin + place.pathname
  const isOfCluster = /\/apis\/aquasecurity\.github\.io\//.test(place.pathname)
  if (isOfCluster) place.searchParams.set('limit', PER_PAGE)
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answered = await fetchJson(
      {
        url: place.href,
        tls: tlsSettings(reports.tlsConfig),
        headers: {
          ...basicAuthorization(credentialsOf(reports)),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
      },
      context,
    )
    if (!answered.ok) {
      yield fail(answered.failure.message)
      return
    }
    const document = answered.value.json
    yield { ok: true, value: { place: shown, document } }
    const report = readReport(document)
    const next = report.ok ? report.value.next : undefined
    if (next === undefined || next === place.searchParams.get('continue')) return
    place.searchParams.set('continue', next)
  }
  yield fail(`${shown} has more than ${MOST_PAGES} pages`)
}

async function* given(spec: TrivySpec, context: ScrapeContext): AsyncGenerator<ReportResult> {
  const { reports } = spec
  if (reports?.path !== undefined) yield* fromFiles(reports.path, context)
  else if (reports === undefined) {
    const { scan } = await import('./program.ts')
    const scanned = await scan(spec, context)
    yield scanned.ok ? await documentOf('the report of trivy', scanned.value, context) : scanned
  } else if (reports.url === undefined || reports.connection !== undefined) yield fail(UNRESOLVED)
  else yield* fromServer(reports, context)
}

export const run: RunScraper<TrivySpec> = async function* (spec, context) {
  const findings: Findings[] = []
  let isWhole = true
  let count = 0
  for await (const one of given(spec, context)) {
    const report = one.ok ? readReport(one.value.document) : one
    if (report.ok) {
      count += 1
      findings.push(...report.value.findings)
      continue
    }
    isWhole = false
    yield fault(context.redact(one.ok ? `${one.value.place} ${report.failure}` : report.failure))
  }
  const insights = insightsOf(spec, findings)
  context.log(`${count} ${count === 1 ? 'report' : 'reports'}, ${insights.length} insights`)
  yield* insights
  if (isWhole && !context.signal.aborted) yield { kind: 'complete' }
  else if (isWhole) yield fault('stopped before every report was read')
}
