import { fail, REQUIRED, succeed } from '@binnacle/contract/core'
import { storeConnection, storeFields } from '@binnacle/clients/object-storage/s3-fields'
import { type ConnectionUse, durationText, field, without, type RawSpec } from '@binnacle/plugin-kit/core'
import { defineScraper, type ScraperSpecOf } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import { amazonTypes } from './types/index.ts'

const word = z.string().trim().min(1).max(300)
const words = z.array(word).max(200)
const regionName = z
  .string()
  .max(1_024, { abort: true })
  .trim()
  .regex(/^[a-z]{2}(?:-[a-z0-9]+){1,4}$/, 'not the name of a region, such as eu-west-1')

const cloudtrail = z.strictObject({
  exclude: field(words.optional(), {
    title: 'Exclude',
    description: 'Names of events to leave out, or their beginnings. Default: AssumeRole',
    destination: false,
  }),
  maxAge: field(durationText({ minimum: '1m', maximum: '2160h' }).optional(), {
    title: 'Maximum age',
    description: 'How far back the first run looks. Default: 168h',
    widget: 'duration',
    aliases: ['max_age'],
    destination: false,
  }),
})

const identifier = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,255}$/, 'not a name in Athena: letters, digits and underscores')

const costReporting = z.strictObject({
  database: field(identifier, {
    title: 'Database',
    description: 'Database in Athena that has the table of the report.',
    destination: false,
  }),
  table: field(identifier, {
    title: 'Table',
    description: 'Table of the Cost and Usage Report. The report must have the ids of resources.',
    destination: false,
  }),
  s3BucketPath: field(
    z
      .string()
      .trim()
      .max(1_024, { abort: true })
      .regex(
        /^(?:s3:\/\/)?[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[^\s]*)?$/,
        'not a path such as s3://bucket/results',
      ),
    {
      title: 'Path of results',
      description: 'Where Athena writes results of queries, such as s3://bucket/results.',
      aliases: ['s3_bucket_path'],
      destination: false,
    },
  ),
  region: field(regionName.optional(), {
    title: 'Region of Athena',
    description: 'Default: the first region of the scraper.',
    destination: false,
  }),
})

const { accessKey, secretKey, sessionToken, endpoint, skipTLSVerify, tlsConfig, connection } = storeFields

const schema = z
  .strictObject({
    connection: field(connection, {
      title: 'Connection',
      description: 'A stored AWS connection with the keys and the region.',
    }),
    region: field(z.union([regionName, z.array(regionName).max(50)]).optional(), {
      title: 'Regions',
      description:
        'Such as eu-west-1. Default: as in the connection, else every region that the account uses.',
      aliases: ['regions'],
    }),
    include: field(words.optional(), {
      title: 'Include',
      description:
        'Types, or words for them such as EC2instance and RDS; x* means every one that begins so. Default: all but ECSTaskDefinition.',
      destination: false,
    }),
    exclude: field(words.optional(), {
      title: 'Exclude',
      description: 'Types to exclude, written like those of Include.',
      destination: false,
    }),
    cloudtrail: field(cloudtrail.optional(), {
      title: 'CloudTrail',
      description: 'Reads what was done to the items, as changes. {} takes the defaults. Default: off',
      destination: false,
    }),
    compliance: field(z.boolean().optional(), {
      title: 'Compliance',
      description: 'Reads which items break the rules of AWS Config, as insights. Default: off',
      destination: false,
    }),
    costReporting: field(costReporting.optional(), {
      title: 'Costs',
      description:
        'Reads what each resource costs by day from a Cost and Usage Report in Athena. Default: off',
      aliases: ['cost_reporting'],
      destination: false,
    }),
    accessKey: field(accessKey, { title: 'Access key', requiredWithout: ['connection'], destination: false }),
    secretKey: field(secretKey, { title: 'Secret key', requiredWithout: ['connection'], destination: false }),
    sessionToken: field(sessionToken, { title: 'Session token', group: 'advanced', destination: false }),
    assumeRole: field(
      z
        .string()
        .max(1_024, { abort: true })
        .trim()
        .regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/.{1,512}$/, 'not the ARN of a role')
        .optional(),
      {
        title: 'Role',
        description: 'ARN of a role to assume first, such as one of another account.',
        group: 'advanced',
        destination: false,
      },
    ),
    endpoint: field(endpoint, {
      title: 'Address',
      description: 'Address of all services. Default: Amazon',
      group: 'advanced',
    }),
    skipTLSVerify: field(skipTLSVerify, { title: 'Accept any certificate', group: 'advanced' }),
    tlsConfig,
  })
  .check((context) => {
    const { value } = context
    if (value.connection !== undefined) return
    for (const key of ['accessKey', 'secretKey'] as const)
      if (value[key] === undefined)
        context.issues.push({ code: 'custom', message: REQUIRED, path: [key], input: value })
  })

const store = storeConnection([])

/** The keys of a connection, and its region where the spec names none. */
const use: ConnectionUse = {
  at: [],
  types: ['aws'],
  fill(written, values, whole) {
    const { region: _, objectPath: _path, usePathStyle: _style, ...properties } = values.properties
    const filled = store.fill(without(written, 'region'), { ...values, properties }, whole)
    if (!filled.ok) return filled
    const region = written['region'] ?? (values.properties['region'] || undefined)
    const spec: RawSpec = { ...filled.value, ...(region === undefined ? {} : { region }) }
    const hasKeys = ['accessKey', 'secretKey'].every((key) => spec[key] !== undefined)
    return hasKeys
      ? succeed(spec)
      : fail(
          `the connection ${values.namespace}/${values.name} gives no access key and secret key to this scraper`,
        )
  },
}

export const scraper = defineScraper({
  type: 'aws',
  title: 'AWS',
  description: 'Resources of Amazon Web Services, what was done to them and which rules they break.',
  setup: `The account needs to read what is listed; the policies \`ReadOnlyAccess\` and \`ViewOnlyAccess\` of Amazon allow it. Labels of some types need \`tag:GetResources\`, CloudTrail needs \`cloudtrail:LookupEvents\`, and compliance needs \`config:Describe*\` and \`config:Get*\`. A type that the account may not read is reported, its items are kept, and the others are read.

Costs need a Cost and Usage Report with the ids of resources, a table of it in Athena ("Querying Cost and Usage Reports using Amazon Athena"), and the permissions \`athena:StartQueryExecution\`, \`athena:GetQueryExecution\`, \`athena:GetQueryResults\`, \`glue:GetDatabase\`, \`glue:GetTable\`, \`glue:GetPartitions\`, and to read the bucket of the report and write into that of the results. Each run sends one query about the last 31 whole days; Amazon charges for the data that it reads. Taxes, and costs of resources that the catalog does not have, go to one item \`AWS::::OtherCosts\` for each account.

Variables of Lambda functions and ECS tasks are replaced by a digest before they are stored.

| Type | Words for it in \`include\` and \`exclude\` |
|---|---|
${amazonTypes.map(({ type, keywords, isOptional }) => `| \`${type}\` | ${keywords.join(', ')}${isOptional === true ? ' (only if included by its whole name)' : ''} |`).join('\n')}`,
  icon: 'cloud',
  schema,
  example: {
    region: ['eu-west-1'],
    include: ['EC2instance', 'VPC', 'subnet', 'RDS'],
    cloudtrail: { exclude: ['AssumeRole'], maxAge: '168h' },
    accessKey: 'secret://aws/access-key',
    secretKey: 'secret://aws/secret-key',
  },
  timeoutMilliseconds: 1_800_000,
  concurrency: 2,
  connections: [use],
})

export type AwsSpec = ScraperSpecOf<typeof scraper>
