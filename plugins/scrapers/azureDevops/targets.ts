import { startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A project, a pipeline and a run, with the fields of the examples of the REST reference. */
export const project = {
  id: 'eb6e4656-77fc-42a1-9181-4c6d8e9da5d1',
  name: 'Fabrikam-Fiber',
  url: 'https://dev.azure.com/fabrikam/_apis/projects/eb6e4656-77fc-42a1-9181-4c6d8e9da5d1',
  state: 'wellFormed',
}
export const pipeline = {
  _links: {
    web: { href: 'https://dev.azure.com/fabrikam/Fabrikam-Fiber/_build/definition?definitionId=20' },
  },
  url: 'https://dev.azure.com/fabrikam/_apis/pipelines/20?revision=3',
  id: 20,
  revision: 3,
  name: 'deploy',
  folder: '\\',
}
export const pipelineRun = {
  _links: { web: { href: 'https://dev.azure.com/fabrikam/Fabrikam-Fiber/_build/results?buildId=4' } },
  templateParameters: { environment: 'live' },
  pipeline: { id: 20, name: 'deploy' },
  state: 'completed',
  result: 'succeeded',
  createdDate: '2026-01-22T19:33:08Z',
  finishedDate: '2026-01-22T19:40:08Z',
  id: 4,
  name: '20260122.1',
}

/** An organization with one project; one that is not there; a server that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const inside = '/fabrikam/Fabrikam-Fiber/_apis/pipelines'
  const [server, other] = await Promise.all([
    startJsonServer({
      '/fabrikam/_apis/projects': { status: 200, body: { count: 1, value: [project] } },
      [inside]: { status: 200, body: { count: 1, value: [pipeline] } },
      [`${inside}/20/runs`]: { status: 200, body: { count: 1, value: [pipelineRun] } },
    }),
    startHttpServer(),
  ])
  const there = { organization: 'fabrikam', url: `http://127.0.0.1:${server.port}` }
  return {
    working: there,
    failing: { ...there, organization: 'none' },
    hanging: { ...there, url: `http://127.0.0.1:${other.port}/hang` },
    secretive: { ...there, url: `http://127.0.0.1:${other.port}/echo`, personalAccessToken: 'given' },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
