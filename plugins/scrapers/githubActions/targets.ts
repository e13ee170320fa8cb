import { startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A workflow and a run, with the fields of the examples of GitHub's reference. */
export const workflow = {
  id: 161335,
  node_id: 'MDg6V29ya2Zsb3cxNjEzMzU=',
  name: 'CI',
  path: '.github/workflows/blank.yaml',
  state: 'active',
  created_at: '2020-01-08T23:48:37.000-08:00',
  updated_at: '2020-01-08T23:50:21.000-08:00',
  html_url: 'https://github.com/octo-org/octo-repo/blob/master/.github/workflows/161335',
  badge_url: 'https://github.com/octo-org/octo-repo/workflows/CI/badge.svg',
}
export const workflowRun = {
  id: 30433642,
  name: 'Build',
  head_branch: 'master',
  head_sha: 'acb5820ced9479c074f688cc328bf03f341a511d',
  run_number: 562,
  run_attempt: 1,
  event: 'push',
  display_title: 'Update README.md',
  status: 'completed',
  conclusion: 'success',
  html_url: 'https://github.com/octo-org/octo-repo/actions/runs/30433642',
  created_at: '2020-01-22T19:33:08Z',
  updated_at: '2020-01-22T19:33:08Z',
  run_started_at: '2020-01-22T19:33:08Z',
  actor: { login: 'octocat', id: 1 },
  triggering_actor: { login: 'octocat', id: 1 },
}

/** An API with one workflow; a repository that is not there; a server that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const workflows = '/repos/octo-org/octo-repo/actions/workflows'
  const [server, other] = await Promise.all([
    startJsonServer({
      [workflows]: { status: 200, body: { total_count: 1, workflows: [workflow] } },
      [`${workflows}/161335/runs`]: { status: 200, body: { total_count: 1, workflow_runs: [workflowRun] } },
    }),
    startHttpServer(),
  ])
  const there = { owner: 'octo-org', repository: 'octo-repo', url: `http://127.0.0.1:${server.port}` }
  return {
    working: there,
    failing: { ...there, repository: 'none' },
    hanging: { ...there, url: `http://127.0.0.1:${other.port}/hang` },
    secretive: { ...there, url: `http://127.0.0.1:${other.port}/echo`, personalAccessToken: 'given' },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
