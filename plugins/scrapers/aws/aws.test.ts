import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import type { ScrapeOutput, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { afterEach, expect, test } from 'vitest'
import { run } from './run.ts'
import { scraper } from './spec.ts'
import { exampleAccount } from './testing/account.ts'
import { type AmazonServer, type Answers, startAmazon } from './testing/server.ts'
import { amazonTypes } from './types/index.ts'

const NOW = new Date('2021-11-20T00:00:00Z')
const ACCOUNT = '123456789012'
let amazon: AmazonServer | undefined
afterEach(() => amazon?.stop())

async function scrape(
  spec: Record<string, unknown> = {},
  answers: Answers = {},
  context: Parameters<typeof scrapeForTest>[3] = {},
) {
  await amazon?.stop()
  amazon = await startAmazon({ ...(await exampleAccount()), ...answers })
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'the secret key' }
  const whole = { region: ['us-east-1'], endpoint: `http://127.0.0.1:${amazon.port}`, ...keys, ...spec }
  return scrapeForTest(scraper, run, whole, {
    now: () => NOW,
    wait: async () => {},
    timeoutMilliseconds: 30_000,
    ...context,
  })
}

const itemsOf = (found: readonly ScrapeOutput[]) =>
  found.filter((one): one is ScrapedItem => one.kind === 'item')
const onlyOf = (found: readonly ScrapeOutput[], type: string) =>
  itemsOf(found).filter((item) => item.type === type)

test('every type is read from the examples of Amazon, and each is seen whole', async () => {
  const found = await scrape({ include: ['*', 'ECSTaskDefinition'] })
  expect(found.flatMap((one) => (one.kind === 'fault' ? [one.message] : [])).join('\n')).toBe('')
  const read = new Set(itemsOf(found).map(({ type }) => type))
  expect(amazonTypes.length).toBeGreaterThanOrEqual(30)
  expect(amazonTypes.map(({ type }) => type).filter((type) => !read.has(type))).toEqual([])
  const whole = found.flatMap((one) => (one.kind === 'complete' ? [`${one.type} ${one.scope}`] : []))
  expect(whole).toHaveLength(amazonTypes.length + 1)
  expect(whole).toContain(`AWS::EC2::VPC ${ACCOUNT}/us-east-1`)
  expect(whole).toContain(`AWS::IAM::User ${ACCOUNT}/global`)
  expect(
    itemsOf(found).map(({ name, externalId, type }) => `${type} ${externalId} ${name}`),
  ).toMatchSnapshot()
})

test('an item says what contains it, what it has to do with and how else it is called', async () => {
  const found = await scrape({ include: ['EC2instance', 'subnet', 'RDS', 'DNSZone'] })
  const [instance, other] = onlyOf(found, 'AWS::EC2::Instance')
  const stack = 'arn:aws:cloudformation:us-west-2:123456789012:stack/myteststack/a69442d0'
  expect(instance).toMatchObject({
    externalId: 'i-1234567890abcdef0',
    aliases: [
      'arn:aws:ec2:us-east-1:123456789012:instance/i-1234567890abcdef0',
      'ip-192-168-1-88.eu-west-1.compute.internal',
      'AmazonEC2/i-1234567890abcdef0',
    ],
    name: 'Server_1',
    class: 'VirtualMachine',
    tags: { account: ACCOUNT, region: 'us-east-1' },
    labels: { Name: 'Server_1', 'aws:cloudformation:stack-id': stack },
    scope: `${ACCOUNT}/us-east-1`,
    createdAt: new Date('2018-05-08T16:46:19Z'),
    link: expect.stringMatching(/^https:\/\/console\.aws\.amazon\.com\/go\/view\?arn=arn%3Aaws%3Aec2/),
    config: { State: { Code: 16, Name: 'running' }, SourceDestCheck: true },
    // The stack that made it stands before the network.
    parents: [
      { type: 'AWS::CloudFormation::Stack', externalId: stack },
      { type: 'AWS::EC2::VPC', externalId: 'vpc-11112222' },
      { type: 'AWS::::Account', externalId: ACCOUNT },
    ],
    related: [
      { type: 'AWS::EC2::Subnet', externalId: 'subnet-56f5f633', relation: 'SubnetInstance', incoming: true },
      { type: 'AWS::EC2::SecurityGroup', externalId: 'sg-903004f8', incoming: true },
      { type: 'AWS::EBS::Volume', externalId: 'vol-1234567890abcdef0', relation: 'EC2InstanceVolume' },
      { type: 'AWS::IAM::InstanceProfile', incoming: true },
      { type: 'AWS::EC2::VPC', externalId: 'vpc-11112222', relation: 'Contains', incoming: true },
    ],
  })
  // The lists of one instance are not those of the next.
  expect(other?.related).toEqual([])
  expect(onlyOf(found, 'AWS::EC2::Subnet')[0]?.config).not.toHaveProperty('AvailableIpAddressCount')
  const [database] = onlyOf(found, 'AWS::RDS::DBInstance')
  expect(database).toMatchObject({
    labels: { team: 'shop' },
    config: { AllocatedStorage: 5, MultiAZ: false },
  })
  expect(database?.config).not.toHaveProperty('LatestRestorableTime')
  expect(onlyOf(found, 'AWS::Route53::HostedZone')[0]?.config).toMatchObject({
    Records: [
      'example.com. 900 IN SOA ns-2048.awsdns-64.net. hostmaster.awsdns.com. 1 7200 900 1209600 86400',
      'www.example.com. IN A ALIAS lb.example.com.',
    ],
  })
})

test('tags that a list does not have come from the tagging service, and without them only labels are missing', async () => {
  const found = await scrape({ include: ['S3Bucket', 'lambda'] })
  expect(itemsOf(found).map(({ labels }) => labels?.['team'])).toEqual([
    undefined,
    'web',
    undefined,
    'shop',
    undefined,
  ])
  const lines: string[] = []
  const denied = await scrape(
    { include: ['S3Bucket'] },
    {
      'resourcegroupstaggingapi.GetResources': () => ({
        status: 400,
        code: 'AccessDeniedException',
        message: 'not authorized to perform: tag:GetResources',
      }),
    },
    { log: (line) => void lines.push(line) },
  )
  expect(onlyOf(denied, 'AWS::S3::Bucket')).toHaveLength(2)
  expect(denied.filter(({ kind }) => kind === 'fault')).toEqual([])
  expect(lines.join()).toContain('labels of some types are missing')
})

test('a type that the account may not read is not seen whole, and the others are', async () => {
  const found = await scrape(
    { include: ['VPC', 'subnet'], region: ['us-east-1', 'eu-west-1'] },
    {
      'ec2.DescribeVpcs': ({ region }) =>
        region === 'us-east-1'
          ? { Vpcs: [{ VpcId: 'vpc-1' }] }
          : {
              status: 403,
              code: 'UnauthorizedOperation',
              message: 'You are not authorized to perform this operation.',
            },
    },
  )
  expect(found.filter(({ kind }) => kind === 'fault')).toEqual([
    {
      kind: 'fault',
      type: 'AWS::EC2::VPC',
      scope: `${ACCOUNT}/eu-west-1`,
      message:
        'ec2 DescribeVpcs in eu-west-1: status 403, UnauthorizedOperation: You are not authorized to perform this operation.',
    },
  ])
  expect(found.flatMap((one) => (one.kind === 'complete' ? [`${one.type} ${one.scope}`] : []))).toEqual([
    `AWS::::Account ${ACCOUNT}/global`,
    `AWS::AvailabilityZone ${ACCOUNT}/us-east-1`,
    `AWS::AvailabilityZone ${ACCOUNT}/eu-west-1`,
    `AWS::EC2::VPC ${ACCOUNT}/us-east-1`,
    `AWS::EC2::Subnet ${ACCOUNT}/us-east-1`,
    `AWS::EC2::Subnet ${ACCOUNT}/eu-west-1`,
  ])
})

test('a service that is asked too often is asked again, each time later', async () => {
  const waits: number[] = []
  let count = 0
  const answers: Answers = {
    'ec2.DescribeVpcs': () => {
      count += 1
      return count < 4
        ? { status: 503, code: 'RequestLimitExceeded', message: 'Request limit exceeded.' }
        : { Vpcs: [{ VpcId: 'vpc-1' }] }
    },
  }
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const found = await scrape({ include: ['AWS::EC2::VPC'] }, answers, { wait })
  expect(onlyOf(found, 'AWS::EC2::VPC')).toHaveLength(1)
  expect(waits).toEqual([500, 1_000, 2_000])
  const busy = await scrape(
    { include: ['AWS::ECR::Repository'] },
    {
      'ecr.DescribeRepositories': () => ({
        status: 400,
        code: 'ThrottlingException',
        message: 'Rate exceeded',
        headers: { 'retry-after': '1' },
      }),
    },
    { wait },
  )
  expect(busy.find(({ kind }) => kind === 'fault')).toMatchObject({
    message: 'ecr DescribeRepositories in us-east-1: status 400, ThrottlingException: Rate exceeded',
  })
  expect(amazon?.calls.filter(({ operation }) => operation === 'DescribeRepositories')).toHaveLength(6)
})

test('pages that lead in a circle end, and what they have is not a complete list', async () => {
  const found = await scrape(
    { include: ['AWS::EC2::VPC'] },
    { 'ec2.DescribeVpcs': () => ({ Vpcs: [{ VpcId: 'vpc-1' }], NextToken: 'again' }) },
  )
  expect(found.filter(({ kind, ...one }) => kind === 'fault' && 'message' in one)).toMatchObject([
    { message: 'ec2 DescribeVpcs in us-east-1: the pages lead in a circle' },
  ])
  expect(found).not.toContainEqual(expect.objectContaining({ kind: 'complete', type: 'AWS::EC2::VPC' }))
})

test('an empty account is seen whole, and one that cannot be reached is not', async () => {
  const found = await scrape({ include: ['AWS::EC2::VPC'] }, { 'ec2.DescribeVpcs': {} })
  expect(found.at(-1)).toEqual({ kind: 'complete', type: 'AWS::EC2::VPC', scope: `${ACCOUNT}/us-east-1` })
  const broken = await scrape(
    {},
    {
      'sts.GetCallerIdentity': () => ({
        status: 403,
        code: 'ExpiredToken',
        message: 'The security token is expired',
      }),
    },
  )
  expect(broken).toEqual([
    {
      kind: 'fault',
      message: 'sts GetCallerIdentity in us-east-1: status 403, ExpiredToken: The security token is expired',
    },
  ])
})

test('variables of functions and containers are masked, and their names are not', async () => {
  const found = await scrape(
    { include: ['lambda', 'ECSTaskDefinition'] },
    {
      'lambda.ListFunctions': {
        Functions: [
          {
            FunctionName: 'f',
            FunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:f',
            Environment: { Variables: { LEVEL: 'sw0rdfish' } },
          },
        ],
      },
      'ecs.DescribeTaskDefinition': {
        taskDefinition: {
          taskDefinitionArn: 'arn:aws:ecs:us-east-1:123456789012:task-definition/t:1',
          family: 't',
          containerDefinitions: [{ name: 'c', environment: [{ name: 'LEVEL', value: 'sw0rdfish' }] }],
        },
      },
    },
  )
  expect(JSON.stringify(found)).not.toContain('sw0rdfish')
  expect(itemsOf(found).map(({ config }) => config)).toMatchObject([
    {},
    { Environment: { Variables: { LEVEL: expect.stringMatching(/^masked:/) } } },
    {
      containerDefinitions: [
        { name: 'c', environment: [{ name: 'LEVEL', value: expect.stringMatching(/^masked:/) }] },
      ],
    },
  ])
})

test('a role is taken first, and its keys sign what follows and are in no output', async () => {
  const found = await scrape(
    { assumeRole: 'arn:aws:iam::123456789012:role/demo', include: ['AWS::EC2::VPC'] },
    {
      'sts.AssumeRole': {
        Credentials: {
          AccessKeyId: 'ASIAROLE',
          SecretAccessKey: 'role-secret',
          SessionToken: 'role-token',
          Expiration: '2021-11-20T01:00:00Z',
        },
      },
      'ec2.DescribeVpcs': () => ({ status: 403, code: 'AuthFailure', message: 'role-token role-secret' }),
    },
  )
  expect(
    amazon?.calls.map(({ operation, authorization }) => [
      operation,
      /Credential=([^/]+)/.exec(authorization)?.[1],
    ]),
  ).toEqual([
    ['AssumeRole', 'AKIDEXAMPLE'],
    ['GetCallerIdentity', 'ASIAROLE'],
    ['ListAccountAliases', 'ASIAROLE'],
    ['DescribeVpcs', 'ASIAROLE'],
  ])
  expect(JSON.stringify(found)).not.toMatch(/role-(?:token|secret)/)
})

test('without regions all that the account uses are read', async () => {
  await scrape({ region: undefined, include: ['AWS::EC2::VPC'] })
  expect(
    amazon?.calls.flatMap(({ operation, region }) => (operation === 'DescribeVpcs' ? [region] : [])),
  ).toEqual(['us-east-1', 'eu-west-1'])
})

test('what CloudTrail has are changes of the items that it names, since the last run', async () => {
  const lastComplete = new Date('2021-11-19T00:00:00Z')
  const found = await scrape({ include: ['AWS::EC2::VPC'], cloudtrail: {} }, {}, { lastComplete })
  const source = `AWS::CloudTrail::us-east-1:${ACCOUNT}`
  const change = {
    kind: 'change',
    externalId: 'f5ac4b5a-7d0b-4b7a-8a1c-0a1b2c3d4e5f',
    type: 'AttachVolume',
    by: 'my-role',
    source,
    at: new Date('2021-11-18T17:30:00Z'),
    summary: 'AttachVolume: Client.IncorrectState',
  }
  expect(found.filter(({ kind }) => kind === 'change')).toMatchObject([
    { ...change, item: { type: 'AWS::EBS::Volume', externalId: 'vol-049df61146c4d7901' } },
    { ...change, item: { type: 'AWS::EC2::Instance', externalId: 'i-1234567890abcdef0' } },
  ])
  const input = amazon?.calls.find(({ operation }) => operation === 'LookupEvents')?.input
  expect(input).toMatchObject({
    LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
    StartTime: (lastComplete.getTime() - 20 * 60_000) / 1_000,
  })
  await scrape({ include: ['AWS::EC2::VPC'], cloudtrail: { maxAge: '1h', exclude: [] } }, {}, {})
  expect(amazon?.calls.find(({ operation }) => operation === 'LookupEvents')?.input).toMatchObject({
    StartTime: NOW.getTime() / 1_000 - 3_600,
  })
})

test('what breaks a rule of AWS Config is an insight', async () => {
  const found = await scrape({ include: ['AWS::EC2::VPC'], compliance: true })
  expect(found.filter(({ kind }) => kind === 'insight')).toMatchObject(
    ['i-1a2b3c4d', 'i-2a2b3c4d'].map((externalId) => ({
      item: { externalId, type: 'AWS::EC2::Instance' },
      analyzer: 'InstanceTypesAreT2micro',
      type: 'compliance',
      summary: 'breaks the rule InstanceTypesAreT2micro',
    })),
  )
})

test('a connection gives its keys and its region', () => {
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'cloud',
    namespace: 'default',
    type: 'aws',
    username: 'AKIDEXAMPLE',
    password: 'the secret key',
    insecureTls: false,
    properties: { region: 'eu-west-1' },
  }
  const fill = (written: object) =>
    use?.fill({ connection: 'connection://cloud', ...written }, connection, {})
  expect(fill({})).toEqual({
    ok: true,
    value: { region: 'eu-west-1', accessKey: 'AKIDEXAMPLE', secretKey: 'the secret key' },
  })
  expect(fill({ region: ['us-east-1'] })).toMatchObject({ value: { region: ['us-east-1'] } })
  // Its keys are for Amazon.
  expect(fill({ endpoint: 'https://other.example' })).toMatchObject({ ok: false })
  expect(scraper.schema.safeParse({ region: ['us-east-1'] }).error?.issues).toMatchObject([
    { path: ['accessKey'], message: 'This field is required' },
    { path: ['secretKey'], message: 'This field is required' },
  ])
})
