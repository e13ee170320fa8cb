import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { catalogStore } from './ports.ts'
import type { OpenCatalogStore } from './store/index.ts'
import type { Ready, RunCounts, ScraperIdentity } from './store/ready.ts'

/** The product with an administrator, a viewer, and the store behind its catalog. */
export interface CatalogApp {
  app: TestApp
  admin: TestBrowser
  viewer: TestBrowser
  store: OpenCatalogStore
  /** Stores what one run of a scraper found. */
  scrape: (scraper: ScraperIdentity, ...found: readonly Ready[]) => Promise<RunCounts>
}

/** Starts the product for tests of the catalog. */
export async function startCatalogApp(): Promise<CatalogApp> {
  const app = await startTestApp()
  const store = catalogStore.of(app.platform)
  return {
    app,
    admin: await app.signedIn(),
    viewer: (await app.person('viewer@example.com', ['viewer'])).browser,
    store,
    async scrape(scraper, ...found) {
      const run = await store.begin(scraper, { preview: false })
      await run.add(found)
      return (await run.publish()).counts
    },
  }
}
