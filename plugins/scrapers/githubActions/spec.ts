import {
  account,
  connectionField,
  field,
  httpAddress,
  serverConnection,
  tlsConfig,
  without,
} from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { REQUIRED, succeed } from '@binnacle/contract/core'
import { z } from 'zod'

/** GitHub's own API. */
export const GITHUB = 'https://api.github.com'

const name = z
  .string()
  .trim()
  .min(1, REQUIRED)
  .max(100, { abort: true })
  .regex(/^[A-Za-z0-9_.-]*$/, 'not a name of GitHub')

const schema = z.strictObject({
  owner: field(name, { title: 'Owner', description: 'The account or organization of the repository.' }),
  repository: field(name, { title: 'Repository' }),
  workflows: field(z.array(z.string().trim().min(1).max(300)).max(100).optional(), {
    title: 'Workflows',
    description: 'Names: x, x*, *x, *x*, and !x for those to leave out. Default: all.',
    destination: false,
  }),
  connection: connectionField,
  personalAccessToken: field(account('Personal access token'), {
    title: 'Personal access token',
    description: 'Needs to read actions. Public repositories can be read without, a few times an hour.',
    destination: false,
  }),
  url: field(httpAddress.optional(), {
    title: 'API',
    description: `Address of the API of a server of your own, such as https://github.example/api/v3. Default: ${GITHUB}`,
    destination: 'origin',
    group: 'advanced',
  }),
  tlsConfig,
})

const inner = serverConnection(['github'])

export const scraper = defineScraper({
  type: 'githubActions',
  title: 'Github Actions',
  description: 'Workflows of a GitHub repository, and their runs as changes.',
  icon: 'github',
  schema,
  example: {
    owner: 'example',
    repository: 'shop',
    workflows: ['deploy*', '!*-preview'],
    personalAccessToken: 'secret://github/token',
  },
  timeoutMilliseconds: 600_000,
  concurrency: 5,
  connections: [
    {
      ...inner,
      fill(written, connection, whole) {
        const { personalAccessToken: own, ...rest } = written
        // The connection of GitHub itself has no address.
        const known = connection.url === undefined ? { ...connection, url: GITHUB } : connection
        const filled = inner.fill(rest, known, whole)
        if (!filled.ok) return filled
        const { password } = filled.value
        const token = password ?? own
        return succeed({
          ...without(filled.value, 'username', 'password'),
          ...(token === undefined ? {} : { personalAccessToken: token }),
        })
      },
    },
  ],
})

export type GithubActionsSpec = ScraperSpecOf<typeof scraper>
