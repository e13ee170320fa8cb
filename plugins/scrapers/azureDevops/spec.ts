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

/** The address of Azure DevOps' own servers. */
export const AZURE_DEVOPS = 'https://dev.azure.com'

const patterns = z.array(z.string().trim().min(1).max(300)).max(100)

const schema = z
  .strictObject({
    organization: field(z.string().trim().min(1, REQUIRED).max(200).optional(), {
      title: 'Organization',
      description: 'Default: as in the connection.',
      requiredWithout: ['connection'],
    }),
    projects: field(patterns.optional(), {
      title: 'Projects',
      description: 'Names: x, x*, *x, *x*, and !x for those to leave out. Default: all.',
      destination: false,
    }),
    pipelines: field(patterns.optional(), {
      title: 'Pipelines',
      description: 'Names, written as those of projects. Default: all.',
      destination: false,
    }),
    connection: connectionField,
    personalAccessToken: field(account('Personal access token'), {
      title: 'Personal access token',
      description: 'Needs to read builds and projects.',
      destination: false,
    }),
    url: field(httpAddress.optional(), {
      title: 'Address',
      description: `Address of a server of your own. Default: ${AZURE_DEVOPS}`,
      destination: 'origin',
      group: 'advanced',
    }),
    tlsConfig,
  })
  .refine(({ organization, connection }) => organization !== undefined || connection !== undefined, {
    path: ['organization'],
    error: REQUIRED,
  })

const inner = serverConnection(['azure_devops'])

export const scraper = defineScraper({
  type: 'azureDevops',
  title: 'Azure DevOps',
  description: 'Pipelines of Azure DevOps, and their runs as changes.',
  icon: 'azure-devops',
  schema,
  example: {
    organization: 'example',
    projects: ['shop*'],
    pipelines: ['!*-preview'],
    personalAccessToken: 'secret://azure-devops/token',
  },
  timeoutMilliseconds: 600_000,
  concurrency: 5,
  connections: [
    {
      ...inner,
      fill(written, connection, whole) {
        const { personalAccessToken: own, ...rest } = written
        const { username: known, ...lent } = connection
        const lender = connection.url === undefined ? { ...lent, url: AZURE_DEVOPS } : lent
        const filled = inner.fill(rest, lender, whole)
        if (!filled.ok) return filled
        const token = filled.value['password'] ?? own
        return succeed({
          // The user of such a connection is its organization.
          ...(known === undefined ? {} : { organization: known }),
          ...without(filled.value, 'username', 'password'),
          ...(token === undefined ? {} : { personalAccessToken: token }),
        })
      },
    },
  ],
})

export type AzureDevopsSpec = ScraperSpecOf<typeof scraper>
