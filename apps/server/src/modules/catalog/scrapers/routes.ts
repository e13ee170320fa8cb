import {
  editableScraper,
  pushedChanges,
  pushResult,
  scraperPreview,
  scraperRun,
} from '@binnacle/contract/catalog'
import { specProblems } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import { Lines, linesAnswer } from '../../../platform/http/lines.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { type DefinedJob, runJobHere } from '../../../platform/jobs/index.ts'
import { LARGEST_SPEC, scraperMetadata, type ScraperParser } from '../scraper-spec/scraper.ts'
import { feedOf, feedQuery } from './feed.ts'
import { SCRAPER_JOB, SCRAPER_RESOURCE, type ScraperPayload } from './job.ts'
import { previewBody, type Previews } from './preview.ts'
import type { PushedChanges } from './push.ts'
import { findScraper } from './stored.ts'
import type { ScraperVerbs } from './verbs.ts'

export interface ScraperRouteParts {
  pool: Pool
  parser: ScraperParser
  scrapers: ScraperVerbs
  preview: Previews
  push: PushedChanges
  job: DefinedJob<ScraperPayload>
  /** What a run in this process needs of the engine of jobs. */
  jobs: Parameters<typeof runJobHere>[2]
}

const byId = z.object({ id: z.uuid('is not an id') })
const read = { resource: 'config_scrapers', action: 'read' } as const
const write = { resource: 'config_scrapers', action: 'write' } as const
const run = { resource: 'config_scrapers', action: 'run' } as const
/** The spec as YAML, instead of `spec`, so that comments are stored. */
const text = z.string().max(LARGEST_SPEC).optional()
const body = scraperMetadata.extend({
  spec: z.unknown().optional(),
  text,
  revision: z.guid().optional(),
})

function editingRoutes({ scrapers, preview }: ScraperRouteParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/catalog/scrapers',
      summary: 'Creates a scraper, which runs at once',
      access: write,
      body,
      answer: editableScraper,
      status: 201,
      handle: ({ body: given, actor }) => scrapers.create(given, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/scrapers/validate',
      summary: 'Validates a draft spec without saving it',
      access: write,
      body: z.object({ id: z.uuid().optional(), spec: z.unknown().optional(), text }),
      answer: specProblems,
      handle: async ({ body: { id, ...written } }) => ({ problems: await scrapers.validate(written, id) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/scrapers/preview',
      summary: 'Tells what a run of a spec would do, with what its rules did; stores nothing',
      access: write,
      body: previewBody,
      answer: scraperPreview,
      handle: ({ body: given, actor, signal }) => preview(given, actor, signal),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/scrapers/{id}',
      summary: 'A scraper; secrets are masked',
      access: read,
      params: byId,
      answer: editableScraper,
      handle: ({ params }) => scrapers.get(params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/catalog/scrapers/{id}',
      summary:
        'Replaces a scraper; masked secrets keep their value. A revision that is not the present one is refused',
      access: write,
      params: byId,
      body,
      answer: editableScraper,
      handle: ({ params, body: given, actor }) => scrapers.replace(params.id, given, actor),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/catalog/scrapers/{id}',
      summary: 'Takes a scraper and what it found out of use; the history stays for a while',
      access: write,
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await scrapers.remove(params.id, actor)
        return params
      },
    }),
  ]
}

function schemaRoutes({ parser }: ScraperRouteParts): Route[] {
  const schema = z.record(z.string(), z.unknown())
  return [
    defineRoute({
      method: 'GET',
      path: '/schemas/scrape_config.spec.schema.json',
      summary: 'JSON Schema of the spec of a scraper',
      access: 'signed-in',
      answer: schema,
      handle: async () => ({ ...parser.jsonSchema }),
    }),
  ]
}

function runRoutes({ pool, job, jobs }: ScraperRouteParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/run/{id}',
      summary: 'Runs a scraper now and answers with its run when it has ended',
      access: run,
      params: byId,
      answer: scraperRun,
      handle: async ({ params: { id }, actor }) => {
        const stored = await findScraper(pool, id)
        if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no scraper with this id')
        await audit(pool, actor, { action: 'run', resource: 'config_scrapers', id, name: stored.name })
        const began = performance.now()
        const ended = await runJobHere(job, { id, name: stored.name }, jobs)
        if (ended === undefined)
          throw new RequestError(
            'ECONFLICT',
            'This scraper is running right now; its result will appear shortly',
          )
        const { outcome, status } = ended
        return {
          id: ended.id ?? null,
          name: SCRAPER_JOB,
          resource_id: id,
          resource_type: SCRAPER_RESOURCE,
          status,
          success_count: outcome.success,
          error_count: outcome.errors.length,
          duration_millis: Math.round(performance.now() - began),
          details: {
            ...outcome.details,
            ...(outcome.errors.length === 0 ? {} : { errors: outcome.errors }),
          },
        }
      },
    }),
  ]
}

function changeRoutes({ pool, push }: ScraperRouteParts): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/catalog/changes/push',
      summary: 'Stores changes that another system tells, such as deployments, on the items that they name',
      access: { resource: 'database', action: 'write' },
      body: pushedChanges,
      answer: pushResult,
      handle: ({ body: { changes }, actor }) => push(changes, actor),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/changes/feed',
      summary:
        'Changes after a cursor, the oldest first, as one JSON text a line. The id of the last one is the next cursor',
      access: { resource: 'database', action: 'read' },
      query: feedQuery,
      answer: linesAnswer,
      handle: async ({ query }) => new Lines(await feedOf(pool, query)),
    }),
  ]
}

/** All routes of scrapers, and of what is told to the catalog and by it. */
export function scraperRoutes(parts: ScraperRouteParts): Route[] {
  return [...editingRoutes(parts), ...schemaRoutes(parts), ...runRoutes(parts), ...changeRoutes(parts)]
}
