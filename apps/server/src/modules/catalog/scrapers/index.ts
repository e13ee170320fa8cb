import type { Writer } from '@binnacle/data-api'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Job } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { createTurns } from '../../../platform/turns.ts'
import { connectionsInUse } from '../../connections/index.ts'
import { createMask } from '../extract/masking.ts'
import { createScraperParser } from '../scraper-spec/scraper.ts'
import { loadScraperTypes } from '../scraper-spec/scraper-types.ts'
import type { CatalogStore } from '../store/input.ts'
import { keepBuiltinScraper } from './builtin.ts'
import { createFollowers } from './follow.ts'
import { createScraperJobs } from './job.ts'
import { createPreviews } from './preview.ts'
import { createPushedChanges } from './push.ts'
import { scraperRoutes } from './routes.ts'
import { selfType } from './self/index.ts'
import { createScraperVerbs } from './verbs.ts'

/** Scrapers as things that people have: what the module declares of them. */
export interface Scrapers {
  routes: readonly Route[]
  jobs: readonly Job[]
  writer: Writer<Actor>
  start(): Promise<void>
  stop(): Promise<void>
  takeOver(processIds: readonly string[]): Promise<void>
}

/** Opens what reads, stores, runs and follows scrapers. */
export async function openScrapers(platform: Platform, store: CatalogStore): Promise<Scrapers> {
  const { pool, secrets, clock, events, works } = platform
  const types = await loadScraperTypes([selfType(platform)])
  const parser = createScraperParser(types, platform.tasks)
  const mask = createMask(secrets)
  const dependencies = {
    ...platform,
    store,
    parser,
    mask,
    turns: createTurns(),
    sources: { connections: connectionsInUse.of(platform), references: platform.references },
  }
  const jobs = createScraperJobs(dependencies)
  const job = jobs.scraper
  const scrapers = createScraperVerbs({ pool, parser, secrets, clock, job, events })
  const followers = createFollowers({ ...dependencies, job })
  const stopping = new AbortController()
  if (works) await keepBuiltinScraper(platform, { pool, parser, secrets, clock, job, events })
  return {
    routes: scraperRoutes({
      pool,
      parser,
      scrapers,
      preview: createPreviews(dependencies, scrapers, platform.draftTests),
      push: createPushedChanges({ pool, store, clock, mask }),
      job,
      jobs: { ...platform, stopping: stopping.signal },
    }),
    jobs: [job, jobs.sync],
    writer: createSpecWriter(scrapers),
    async start() {
      await jobs.addAllDue()
      followers.start()
    },
    async stop() {
      stopping.abort()
      await followers.stop()
    },
    takeOver: (processIds) => followers.takeOver(processIds),
  }
}
