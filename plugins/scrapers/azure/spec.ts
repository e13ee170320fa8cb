import { trimEndOf } from '@binnacle/contract/text'
import { fail, REQUIRED, succeed } from '@binnacle/contract/core'
import {
  account,
  connectionField,
  type ConnectionUse,
  field,
  httpAddress,
  lendsTo,
  tlsConfig,
  trustProblem,
  webServers,
  without,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { azureTypes } from './types.ts'

/** Servers of Microsoft's clouds ("National clouds"). */
const clouds = {
  public: { management: 'https://management.azure.com', login: 'https://login.microsoftonline.com' },
  usgovernment: {
    management: 'https://management.usgovcloudapi.net',
    login: 'https://login.microsoftonline.us',
  },
  china: { management: 'https://management.chinacloudapi.cn', login: 'https://login.chinacloudapi.cn' },
} as const
const cloudNames = ['public', 'usgovernment', 'china'] as const

const word = z.string().trim().min(1).max(300)
const words = z.array(word).max(200)
const subscription = z
  .string()
  .trim()
  .regex(/^[0-9a-fA-F-]{36}$/, 'not the id of a subscription')

const schema = z
  .strictObject({
    connection: field(connectionField, {
      title: 'Connection',
      description: 'A stored Azure connection with the service principal.',
    }),
    subscriptionID: field(z.union([subscription, z.array(subscription).max(200)]).optional(), {
      title: 'Subscriptions',
      description: 'Ids of subscriptions. Default: all that the service principal may read.',
      aliases: ['subscriptions', 'subscriptionIDs'],
      destination: false,
    }),
    include: field(words.optional(), {
      title: 'Include',
      description:
        'Types such as Microsoft.Compute/virtualMachines, or words for them such as VM and AKS; x* means every one that begins so. Default: all.',
      destination: false,
    }),
    exclude: field(words.optional(), {
      title: 'Exclude',
      description: 'Types to exclude, written like those of Include.',
      destination: false,
    }),
    exclusions: field(
      z
        .strictObject({
          activityLogs: field(words.optional(), {
            title: 'Activity log',
            description:
              'Operations that are no changes, such as Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action; * stands for any text at the beginning or end.',
            destination: false,
          }),
        })
        .optional(),
      { title: 'Exclusions', destination: false },
    ),
    tenantID: field(account('Tenant ID'), {
      title: 'Tenant ID',
      requiredWithout: ['connection'],
      destination: false,
    }),
    clientID: field(account('Client ID'), {
      title: 'Client ID',
      requiredWithout: ['connection'],
      destination: false,
    }),
    clientSecret: field(account('Client secret'), {
      title: 'Client secret',
      requiredWithout: ['connection'],
      destination: false,
    }),
    cloud: field(z.enum(cloudNames).optional(), {
      title: 'Cloud',
      description: 'Which of Microsoft’s clouds. Default: public',
      group: 'advanced',
    }),
    endpoint: field(httpAddress.optional(), {
      title: 'Address',
      description: 'Address of a Resource Manager of your own, such as that of Azure Stack.',
      destination: 'origin',
      group: 'advanced',
    }),
    loginEndpoint: field(httpAddress.optional(), {
      title: 'Sign-in address',
      description: 'Address of the server that gives the tokens for it.',
      group: 'advanced',
    }),
    organisation: field(word.optional(), {
      title: 'Organization',
      description: 'Other clients write it; it has no effect.',
      destination: false,
      inForm: false,
    }),
    tlsConfig,
  })
  .check((context) => {
    const { value } = context
    const add = (key: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [key], input: value })
    if ((value.endpoint === undefined) !== (value.loginEndpoint === undefined))
      add(value.endpoint === undefined ? 'endpoint' : 'loginEndpoint', 'give both addresses, or none')
    if (value.connection !== undefined) return
    for (const key of ['tenantID', 'clientID', 'clientSecret'] as const)
      if (value[key] === undefined) add(key, REQUIRED)
  })

/** Signs in with a service principal. Its secret without an address is for Microsoft only. */
const use: ConnectionUse = {
  at: [],
  types: ['azure'],
  fill(written, connection) {
    const rest = without(written, 'connection')
    const { username, password, properties } = connection
    for (const key of ['loginEndpoint', 'endpoint']) {
      const own = writtenText(written, key)
      const lends = own === undefined ? succeed(true) : lendsTo(connection, own, webServers)
      if (!lends.ok) return lends
      if (!lends.value)
        return fail(
          `the connection ${connection.namespace}/${connection.name} is for another server than ${key}`,
        )
    }
    const distrust = trustProblem(rest, connection)
    if (distrust !== undefined) return fail(distrust)
    const tenant = properties['tenant'] ?? properties['tenantID']
    return succeed({
      ...without(rest, 'clientID', 'clientSecret'),
      ...(username === undefined ? {} : { clientID: username }),
      ...(password === undefined ? {} : { clientSecret: password }),
      ...(tenant === undefined || rest['tenantID'] !== undefined ? {} : { tenantID: tenant }),
    })
  },
}

export const scraper = defineScraper({
  type: 'azure',
  title: 'Azure',
  description: 'Resources of Microsoft Azure, what was done to them and what Advisor says of them.',
  setup: `Register an application in Microsoft Entra ID with a client secret, and give it the role \`Reader\` in each subscription. A type that it may not read is reported, its items are kept, and the others are read.

The activity log of the last seven days, and then of the time since the last run, becomes changes; recommendations of Advisor become insights.

| Type | Words for it in \`include\` and \`exclude\` |
|---|---|
${azureTypes.map(({ type, keywords }) => `| \`${type}\` | ${keywords.join(', ')} |`).join('\n')}`,
  icon: 'cloud',
  schema,
  example: {
    subscriptionID: '00000000-0000-0000-0000-000000000000',
    include: ['VM', 'AKS', 'virtualNetworks'],
    tenantID: '3f0c8d9e-0000-4000-8000-000000000002',
    clientID: '3f0c8d9e-0000-4000-8000-000000000001',
    clientSecret: 'secret://azure/client-secret',
  },
  timeoutMilliseconds: 1_800_000,
  concurrency: 2,
  connections: [use],
})

export type AzureSpec = ScraperSpecOf<typeof scraper>

/** The servers of a spec, without a slash at the end. */
export function cloudOf({ cloud = 'public', endpoint, loginEndpoint }: AzureSpec): {
  management: string
  login: string
} {
  const usual = clouds[cloud]
  const plain = (address: string) => trimEndOf(address, '/')
  return { management: plain(endpoint ?? usual.management), login: plain(loginEndpoint ?? usual.login) }
}
