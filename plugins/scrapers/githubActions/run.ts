import { trimEndOf } from '@binnacle/contract/text'
import { DAY, fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse } from '@binnacle/egress'
import { secretText, tlsSettings } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext, ScrapeOutput, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { fetchIfChanged } from '@binnacle/clients/http/etags'
import { fault, UNRESOLVED } from '../faults.ts'
import { meaningOf } from '../run-severity.ts'
import { matchesPatterns } from '../patterns.ts'
import { GITHUB, type GithubActionsSpec } from './spec.ts'

const TYPE = 'GitHubActions::WorkflowRun'
const VERSION = '2022-11-28'
/** How far back the first look goes. */
const FIRST_DAYS = 30
/** Pages of a hundred runs of one workflow. */
const MOST_PAGES = 20

// The fields that are read of the answers ("REST API endpoints for GitHub Actions": workflows, workflow runs).
const workflow = z.looseObject({
  id: z.number(),
  name: z.string(),
  path: z.string().optional(),
  state: z.string().optional(),
  created_at: z.coerce.date().optional(),
})
const workflowPage = z.object({ total_count: z.number(), workflows: z.array(workflow) })
const actor = z.object({ login: z.string() }).nullish()
const workflowRun = z.object({
  id: z.number(),
  run_number: z.number(),
  run_attempt: z.number().optional(),
  display_title: z.string().optional(),
  event: z.string(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  head_branch: z.string().nullish(),
  head_sha: z.string(),
  html_url: z.string().optional(),
  created_at: z.string(),
  run_started_at: z.string().optional(),
  updated_at: z.string().optional(),
  actor,
  triggering_actor: actor,
})
const runPage = z.object({ total_count: z.number(), workflow_runs: z.array(workflowRun) })
type Workflow = z.output<typeof workflow>
type WorkflowRun = z.output<typeof workflowRun>

/** Milliseconds until the limit of requests ends, where it is reached ("Rate limits for the REST API"). */
export function limitOf({ status, headers }: EgressResponse, now: Date): number | undefined {
  if ((status !== 403 && status !== 429) || headers['x-ratelimit-remaining'] !== '0') return undefined
  const reset = Number(headers['x-ratelimit-reset'])
  return Number.isFinite(reset) ? Math.max(1_000, reset * 1_000 - now.getTime() + 1_000) : undefined
}

/** The address of the next page, from a Link header (RFC 8288). */
export function nextLink(header: string | undefined): string | undefined {
  const links = (header ?? '').matchAll(/<([^<>]+)>\s*;([^<,]*)/g)
  return [...links].find(([, , parameters = '']) => /\brel="?next\b/.test(parameters))?.[1]
}

interface Api {
  base: string
  ask<Shape extends z.ZodType>(
    url: string,
    shape: Shape,
  ): Promise<Result<{ value: z.output<Shape>; next: string | undefined }, string>>
}

function openApi(spec: GithubActionsSpec, context: ScrapeContext): Api {
  const token = secretText(spec.personalAccessToken)
  const base = trimEndOf(spec.url ?? GITHUB, '/')
  return {
    base,
    async ask(url, shape) {
      const answered = await fetchIfChanged(
        {
          url,
          tls: tlsSettings(spec.tlsConfig),
          limitOf,
          headers: {
            accept: 'application/vnd.github+json',
            'x-github-api-version': VERSION,
            ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
          },
        },
        context,
      )
      if (!answered.ok) return fail(answered.failure.message)
      const { json, headers } = answered.value
      const parsed = shape.safeParse(json)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return fail(`the answer is not as GitHub documents it: ${issue?.path.join('.')}: ${issue?.message}`)
      }
      const next = nextLink(headers['link'])
      // The token is for this server only.
      const isOwn = next !== undefined && URL.parse(next)?.origin === new URL(base).origin
      return next !== undefined && !isOwn
        ? fail('the next page is on another server')
        : succeed({ value: parsed.data, next })
    },
  }
}

async function workflowsOf(api: Api, repository: string): Promise<Result<readonly Workflow[], string>> {
  const found: Workflow[] = []
  let url: string | undefined = `${api.base}/repos/${repository}/actions/workflows?per_page=100`
  let total = 0
  while (url !== undefined) {
    const page: Awaited<ReturnType<typeof api.ask<typeof workflowPage>>> = await api.ask(url, workflowPage)
    if (!page.ok) return page
    found.push(...page.value.value.workflows)
    total = page.value.value.total_count
    url = page.value.value.workflows.length === 0 ? undefined : page.value.next
  }
  return found.length < total ? fail(`the pages have ${found.length} of ${total} workflows`) : succeed(found)
}

function changeOf(run: WorkflowRun, { id, name }: Workflow): ScrapedChange {
  const end = run.conclusion ?? run.status ?? 'unknown'
  const by = run.triggering_actor?.login ?? run.actor?.login
  const { actor: _actor, triggering_actor: _triggering, ...details } = run
  const place = `${run.head_branch ?? 'no branch'} (${run.head_sha.slice(0, 7)})`
  return {
    kind: 'change',
    item: { externalId: `${id}/${name}`, type: TYPE },
    externalId: String(run.id),
    type: 'GithubWorkflowRun',
    severity: meaningOf(run.conclusion).severity,
    summary: `${run.display_title ?? name} #${run.run_number}: ${end}, ${place}`,
    source: run.event,
    at: new Date(run.run_started_at ?? run.created_at),
    details: JSON.parse(JSON.stringify(details)),
    ...(by === undefined ? {} : { by }),
  }
}

/** The runs of a workflow since an instant, the newest first. */
async function runsOf(
  api: Api,
  { repository, id, since }: { repository: string; id: number; since: Date },
  context: ScrapeContext,
): Promise<Result<readonly WorkflowRun[], string>> {
  const found: WorkflowRun[] = []
  let url: string | undefined = `${api.base}/repos/${repository}/actions/workflows/${id}/runs?per_page=100`
  for (let count = 0; url !== undefined; count += 1) {
    if (count === MOST_PAGES) {
      context.log(`workflow ${id}: more than ${MOST_PAGES * 100} runs; older ones are not read`)
      break
    }
    const page: Awaited<ReturnType<typeof api.ask<typeof runPage>>> = await api.ask(url, runPage)
    if (!page.ok) return page
    const runs: readonly WorkflowRun[] = page.value.value.workflow_runs
    const newer = runs.filter((run) => new Date(run.updated_at ?? run.created_at) >= since)
    found.push(...(count === 0 ? [...newer, ...(newer.length === 0 ? runs.slice(0, 1) : [])] : newer))
    url = newer.length === 0 || runs.length === 0 ? undefined : page.value.next
  }
  return succeed(found)
}

export const run: RunScraper<GithubActionsSpec> = async function* (spec, context) {
  const repository = `${spec.owner}/${spec.repository}`
  const missing = (message: string, of = '') =>
    fault(context.redact(`${repository}${of}: ${message}`), { type: TYPE, scope: repository })
  if (spec.connection !== undefined) {
    yield missing(UNRESOLVED)
    return
  }
  const api = openApi(spec, context)
  const workflows = await workflowsOf(api, repository)
  if (!workflows.ok) {
    yield missing(workflows.failure)
    return
  }
  // A run that went on during the last look has ended since.
  const since =
    context.lastComplete === undefined
      ? new Date(context.now().getTime() - FIRST_DAYS * DAY)
      : new Date(context.lastComplete.getTime() - DAY)
  let isWhole = true
  for (const one of workflows.value) {
    if (!matchesPatterns(one.name, spec.workflows ?? [])) continue
    const runs = await runsOf(api, { repository, id: one.id, since }, context)
    const newest = runs.ok ? runs.value[0] : undefined
    yield itemOf(one, repository, newest)
    if (runs.ok) for (const each of runs.value) yield changeOf(each, one)
    else {
      isWhole = false
      yield missing(runs.failure, `, workflow ${one.name}`)
    }
  }
  if (isWhole) yield { kind: 'complete', type: TYPE }
}

function itemOf(one: Workflow, repository: string, newest: WorkflowRun | undefined): ScrapeOutput {
  const { badge_url: _badge, ...config } = one
  const status = newest?.conclusion ?? newest?.status ?? one.state
  return {
    kind: 'item',
    type: TYPE,
    class: 'Deployment',
    externalId: `${one.id}/${one.name}`,
    name: one.name,
    scope: repository,
    source: `github:${repository}/${one.path ?? ''}`,
    config: JSON.parse(JSON.stringify(config)),
    health: meaningOf(newest?.conclusion).health,
    ...(status === undefined || status === null ? {} : { status }),
    ...(one.created_at === undefined ? {} : { createdAt: one.created_at }),
  }
}
