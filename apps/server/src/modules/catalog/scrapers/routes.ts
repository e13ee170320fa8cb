import {
  editableScraper,
  pushedChanges,
  pushResult,
  scraperPreview,
  scraperRun,
} from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import { byId, draftFields, specRoutes } from '../../../platform/specs/routes.ts'
import { runByHand, type RunByHand } from '../../../platform/specs/runs.ts'
import { LARGEST_SPEC, scraperMetadata, type ScraperParser } from '../scraper-spec/scraper.ts'
import { SCRAPER_RESOURCE, type ScraperPayload } from './job.ts'
import { previewBody, type Previews } from './preview.ts'
import type { PushedChanges } from './push.ts'
import { findScraper } from './stored.ts'
import { scraperTable } from './table.ts'
import type { ScraperVerbs } from './verbs.ts'

export interface ScraperRouteDependencies {
  pool: Pool
  parser: ScraperParser
  scrapers: ScraperVerbs
  preview: Previews
  push: PushedChanges
  job: DefinedJob<ScraperPayload>
  /** What a run in this process needs of the engine of jobs. */
  jobs: RunByHand<ScraperPayload>['jobs']
}

function editingRoutes({ parser, scrapers, preview }: ScraperRouteDependencies): Route[] {
  return [
    ...specRoutes({
      path: '/catalog/scrapers',
      noun: 'a scraper',
      resource: 'config_scrapers',
      body: scraperMetadata.extend(draftFields(LARGEST_SPEC)),
      answer: editableScraper,
      largest: LARGEST_SPEC,
      schemaName: 'scrape_config.spec.schema.json',
      jsonSchema: parser.jsonSchema,
      summaries: {
        create: 'Creates a scraper, which runs at once',
        get: 'A scraper; secrets are masked',
        remove: 'Deletes a scraper and what it found; the history stays for a while',
      },
      verbs: scrapers,
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/scrapers/preview',
      summary: 'Tells what a run of a spec would do, with what its rules did; stores nothing',
      access: { resource: 'config_scrapers', action: 'write' },
      work: 'test',
      body: previewBody,
      answer: scraperPreview,
      handle: ({ body: given, actor, signal }) => preview(given, actor, signal),
    }),
  ]
}

function runRoutes({ pool, job, jobs }: ScraperRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/run/{id}',
      summary: 'Runs a scraper now and answers with its run when it has ended',
      access: { resource: 'config_scrapers', action: 'run' },
      params: byId,
      answer: scraperRun,
      handle: async ({ params: { id }, actor }) => {
        const stored = await findScraper(pool, id)
        if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no scraper with this id')
        return runByHand({
          pool,
          table: scraperTable,
          noun: 'scraper',
          job,
          payload: { id, name: stored.name },
          actor,
          resourceType: SCRAPER_RESOURCE,
          jobs,
        })
      },
    }),
  ]
}

function changeRoutes({ push }: ScraperRouteDependencies): Route[] {
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
  ]
}

/** All routes of scrapers, and of what other systems tell the catalog. */
export function scraperRoutes(dependencies: ScraperRouteDependencies): Route[] {
  return [...editingRoutes(dependencies), ...runRoutes(dependencies), ...changeRoutes(dependencies)]
}
