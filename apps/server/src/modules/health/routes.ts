import {
  canary,
  canaryFile,
  checkCards,
  checkCardsQuery,
  checkCell,
  checkCellsQuery,
  checkDetail,
  checkFacets,
  checkFacetsQuery,
  checkGraph as graphAnswer,
  checkList,
  checkListQuery,
  checkPivot,
  checkPivotQuery,
  checkRun,
  checkStatusList,
  checkSummary,
  checkTrial,
  editableCanary,
  evaluation,
  evaluationRequest,
  queryOffers,
  queryOffersQuery,
} from '@binnacle/contract/health'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { DraftTests } from '../../platform/specs/draft-tests.ts'
import { byId, draftFields, specRoutes } from '../../platform/specs/routes.ts'
import { listArtifacts } from './artifacts/routes.ts'
import { type CanaryTrials, trialBody } from './canaries/try.ts'
import type { CanaryVerbs } from './canaries/verbs.ts'
import { listCards, listCells } from './queries/cards.ts'
import { findCheck } from './queries/detail.ts'
import { listFacets } from './queries/facets.ts'
import { listCanaryFiles } from './queries/files.ts'
import { checkGraph, graphQuery } from './queries/graph.ts'
import { checkHistory, historyQuery } from './queries/history.ts'
import { listChecks, summariseChecks } from './queries/list.ts'
import { offersAt } from './queries/offers.ts'
import { pivotChecks } from './queries/pivot.ts'
import type { SilenceMarks } from './queries/silenced.ts'
import type { Evaluator } from './runner/evaluator.ts'
import type { CheckWorker } from './scheduler/worker.ts'
import { canaryMetadata, type CanaryParser } from './canary-spec/canary.ts'
import type { CheckTypes } from './canary-spec/check-types.ts'
import { LARGEST_FILE } from './canary-spec/document.ts'

export interface HealthRouteDependencies {
  pool: Pool
  types: CheckTypes
  parser: CanaryParser
  canaries: CanaryVerbs
  trials: CanaryTrials
  worker: CheckWorker
  evaluator: Evaluator
  draftTests: Pick<DraftTests, 'preview'>
  marks: SilenceMarks
  clock: Clock
}

const read = { resource: 'canaries', action: 'read' } as const
const write = { resource: 'canaries', action: 'write' } as const

function canaryRoutes({ canaries, trials, parser }: HealthRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/health/canaries',
      summary: 'Canaries in use',
      access: read,
      answer: z.array(canary),
      handle: ({ actor }) => canaries.list(actor),
    }),
    ...specRoutes({
      path: '/health/canaries',
      noun: 'a canary',
      resource: 'canaries',
      body: canaryMetadata.extend(draftFields(LARGEST_FILE)),
      answer: editableCanary,
      largest: LARGEST_FILE,
      schemaName: 'canary.spec.schema.json',
      jsonSchema: parser.jsonSchema,
      summaries: {
        create: 'Creates a canary; its checks run at once',
        get: 'A canary; secrets are masked',
        remove: 'Deletes a canary and its checks; their history stays for a while',
      },
      verbs: canaries,
    }),
    defineRoute({
      method: 'POST',
      path: '/health/canaries/try',
      summary:
        'Runs checks of a spec that is being written once and answers with their results; stores nothing',
      access: write,
      work: 'test',
      body: trialBody,
      answer: checkTrial,
      handle: ({ body, actor, signal }) => trials.run(body, actor, signal),
    }),
  ]
}

/** Routes of the dashboard. */
function dashboardRoutes({ pool, marks, clock }: HealthRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/health/checks',
      summary: 'A page of checks, grouped, filtered and sorted',
      access: read,
      query: checkListQuery,
      answer: checkList,
      handle: async ({ query }) => {
        const now = clock.now()
        return marks.list(await listChecks(pool, query, now), now)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/health/facets',
      summary:
        'Tabs and labels of checks, with how many of them the filters leave, and files of canaries with problems',
      access: read,
      query: checkFacetsQuery,
      answer: checkFacets,
      handle: async ({ query }) => {
        const files = (await listCanaryFiles(pool)).filter(({ problems }) => problems.length > 0)
        const facets = await marks.facets(await listFacets(pool, query), clock.now())
        return files.length === 0 ? facets : { ...facets, files }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/health/query-offers',
      summary: 'What can be written at a place of a query of checks',
      access: read,
      query: queryOffersQuery,
      answer: queryOffers,
      handle: ({ query }) => offersAt(pool, query.text, query.at),
    }),
    defineRoute({
      method: 'GET',
      path: '/health/cards',
      summary: 'A page of groups of checks, each with its first checks, the broken before others',
      access: read,
      query: checkCardsQuery,
      answer: checkCards,
      handle: async ({ query }) => {
        const now = clock.now()
        return marks.cards(await listCards(pool, query, now), now)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/health/cells',
      summary: 'More checks of one group',
      access: read,
      query: checkCellsQuery,
      answer: z.array(checkCell),
      handle: async ({ query }) => marks.cells(await listCells(pool, query), clock.now()),
    }),
    defineRoute({
      method: 'GET',
      path: '/health/pivot',
      summary: 'Groups of checks against the values of a label, namespace or agent',
      access: read,
      query: checkPivotQuery,
      answer: checkPivot,
      handle: async ({ query }) => {
        const now = clock.now()
        return marks.pivot(await pivotChecks(pool, query, now), now)
      },
    }),
  ]
}

function checkRoutes({
  pool,
  types,
  worker,
  evaluator,
  draftTests,
  marks,
  clock,
}: HealthRouteDependencies): Route[] {
  const requireCheck = async (id: string, actor: Actor) => {
    const found = await findCheck(pool, types, id, actor)
    if (found === undefined) throw new RequestError('ENOTFOUND', 'There is no check with this id')
    return found
  }
  return [
    defineRoute({
      method: 'GET',
      path: '/health/checks/{id}',
      summary: 'A check with its spec and canary; secrets are masked',
      access: read,
      params: byId,
      answer: checkDetail,
      handle: async ({ params, actor }) => marks.detail(await requireCheck(params.id, actor), clock.now()),
    }),
    defineRoute({
      method: 'GET',
      path: '/health/checks/{id}/statuses',
      summary: 'A page of the results of a check, newest first',
      access: read,
      params: byId,
      query: historyQuery,
      answer: checkStatusList,
      handle: ({ params, query }) => checkHistory(pool, params.id, query, clock.now()),
    }),
    defineRoute({
      method: 'POST',
      path: '/health/checks/{id}/evaluate',
      summary: 'Tries a script on the last result of a check; stores nothing',
      access: write,
      work: 'test',
      params: byId,
      body: evaluationRequest,
      answer: evaluation,
      handle: async ({ params, body, actor }) => {
        await draftTests.preview(actor)
        return evaluator.evaluate(params.id, body)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/health/files',
      summary: 'Files of canaries that this installation reads, with what is wrong in them',
      access: read,
      answer: z.array(canaryFile),
      handle: () => listCanaryFiles(pool),
    }),
    defineRoute({
      method: 'POST',
      path: '/canary/run/check/{id}',
      summary: 'Runs a check now and answers with its result',
      access: { resource: 'canaries', action: 'run' },
      params: byId,
      answer: checkRun,
      handle: async ({ params, actor }) => {
        const check = await requireCheck(params.id, actor)
        if (check.receives)
          throw new RequestError(
            'ECONFLICT',
            'Other systems send the results of this check; it cannot be run',
          )
        const run = check.deleted_at === null ? await worker.runNow(params.id) : undefined
        if (run === undefined)
          throw new RequestError(
            'ECONFLICT',
            'This check is running right now; its result will appear shortly',
          )
        const { result } = run
        const pass = result.state === 'healthy'
        return {
          name: check.name,
          start: result.time.toISOString(),
          pass,
          state: result.state,
          message: result.message,
          error: result.error,
          duration: Math.round(result.duration),
          details: result.details,
          artifacts: await listArtifacts(pool, params.id, result.time),
          labels: check.labels,
          total: 1,
          success: pass ? 1 : 0,
          failed: pass ? 0 : 1,
          errors: result.error === null ? [] : [result.error],
        }
      },
    }),
  ]
}

/** Routes with the paths and shapes of other platforms of this kind. */
function compatibleRoutes({ pool, clock }: HealthRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/canary/api/summary',
      summary: 'Every check in use',
      access: read,
      streams: true,
      answer: z.object({
        duration: z.number(),
        runnerName: z.string(),
        checks_summary: z.array(checkSummary),
      }),
      handle: async () => {
        const started = performance.now()
        const checks = await summariseChecks(pool)
        return {
          duration: Math.round(performance.now() - started),
          runnerName: hostname(),
          checks_summary: checks,
        }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/canary/api/graph',
      summary: 'Points of the chart of a check',
      access: read,
      query: graphQuery,
      answer: graphAnswer,
      handle: ({ query }) => checkGraph(pool, query, clock.now()),
    }),
  ]
}

/** All routes of the health module. */
export function healthRoutes(dependencies: HealthRouteDependencies): Route[] {
  return [
    ...dashboardRoutes(dependencies),
    ...checkRoutes(dependencies),
    ...canaryRoutes(dependencies),
    ...compatibleRoutes(dependencies),
  ]
}
