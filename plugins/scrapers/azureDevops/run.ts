import { DAY } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext, ScrapeOutput, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import type { z } from 'zod'
import { fault, UNRESOLVED } from '../faults.ts'
import { matchesPatterns } from '../patterns.ts'
import { meaningOf } from '../run-severity.ts'
import { type Api, openApi, part, pipeline, pipelineRun, project } from './api.ts'
import type { AzureDevopsSpec } from './spec.ts'

const TYPE = 'AzureDevops::PipelineRun'
/** How far back the first look goes. */
const FIRST_DAYS = 30

type Pipeline = z.output<typeof pipeline>
type PipelineRun = z.output<typeof pipelineRun>

/** What a pipeline was started with, as a text that is the same for the same parameters. */
function parametersOf({ templateParameters = {} }: PipelineRun): string {
  return Object.entries(templateParameters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(',')
}

function asJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value ?? null))
  return json
}

function changeOf(run: PipelineRun, place: string, externalId: string): ScrapedChange {
  const end = run.result ?? run.state
  const { pipeline: _pipeline, ...details } = run
  return {
    kind: 'change',
    item: { externalId, type: TYPE },
    externalId: `${place}/${run.id}`,
    type: 'Deployment',
    severity: meaningOf(run.result).severity,
    summary: `${run.name}: ${end}`,
    source: 'AzureDevops',
    at: new Date(run.createdDate),
    details: asJson(details),
  }
}

/** The items of a pipeline, one for each way in which it was started, and their runs since an instant. */
function* foundOf(
  inside: string,
  { _links, url: _url, ...one }: Pipeline,
  { runs, since }: { runs: readonly PipelineRun[]; since: Date },
): Generator<ScrapeOutput> {
  const place = `${inside}/${one.id}`
  const byParameters = Map.groupBy(runs, parametersOf)
  if (byParameters.size === 0) byParameters.set('', [])
  for (const [parameters, own] of byParameters) {
    const suffix = parameters === '' ? '' : `,${parameters}`
    const externalId = `${inside}/${one.name}${suffix}`
    // The service gives the newest first, but does not promise it.
    const newest = own.toSorted((a, b) => Date.parse(b.createdDate) - Date.parse(a.createdDate))[0]
    yield {
      kind: 'item',
      type: TYPE,
      class: 'Deployment',
      externalId,
      aliases: [place + suffix],
      name: `${one.name}${suffix}`,
      scope: inside,
      source: `azureDevops:${inside}/${one.name}`,
      config: { ...asObject(asJson(one)), templateParameters: asJson(newest?.templateParameters ?? {}) },
      health: meaningOf(newest?.result).health,
      ...(newest === undefined ? {} : { status: newest.result ?? newest.state }),
    }
    for (const run of own)
      if (new Date(run.finishedDate ?? run.createdDate) >= since || run === newest)
        yield changeOf(run, place, externalId)
  }
}

function asObject(value: Json): { readonly [key: string]: Json } {
  return value !== null && typeof value === 'object' && !isList(value) ? value : {}
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

async function* scrapeProject(
  api: Api,
  spec: AzureDevopsSpec,
  name: string,
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput, boolean> {
  const missing = (message: string) => fault(context.redact(message), { type: TYPE, scope: name })
  const pipelines = await api.list(`${part(name)}/_apis/pipelines`, pipeline)
  if (!pipelines.ok) {
    yield missing(`project ${name}: ${pipelines.failure}`)
    return false
  }
  const { lastComplete } = context
  // A run that went on during the last look has ended since.
  const since =
    lastComplete === undefined
      ? new Date(context.now().getTime() - FIRST_DAYS * DAY)
      : new Date(lastComplete.getTime() - DAY)
  let isWhole = true
  for (const one of pipelines.value) {
    if (!matchesPatterns(one.name, spec.pipelines ?? [])) continue
    const runs = await api.list(`${part(name)}/_apis/pipelines/${one.id}/runs`, pipelineRun)
    if (runs.ok) yield* foundOf(name, one, { runs: runs.value, since })
    else {
      isWhole = false
      yield missing(`project ${name}, pipeline ${one.name}: ${runs.failure}`)
    }
  }
  return isWhole
}

export const run: RunScraper<AzureDevopsSpec> = async function* (spec, context) {
  if (spec.organization === undefined || spec.connection !== undefined) {
    yield fault(UNRESOLVED, { type: TYPE })
    return
  }
  const api = openApi(spec, context)
  const projects = await api.list('_apis/projects', project)
  if (!projects.ok) {
    yield fault(context.redact(`${spec.organization}: ${projects.failure}`), { type: TYPE })
    return
  }
  const whole: string[] = []
  const wanted = projects.value.filter(({ name }) => matchesPatterns(name, spec.projects ?? []))
  for (const { name } of wanted) if (yield* scrapeProject(api, spec, name, context)) whole.push(name)
  if (whole.length === wanted.length) yield { kind: 'complete', type: TYPE }
  else for (const scope of whole) yield { kind: 'complete', type: TYPE, scope }
}
