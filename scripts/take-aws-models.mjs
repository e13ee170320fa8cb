// Takes the parts of Amazon's published service models that the scraper `aws` reads.
//
//   node scripts/take-aws-models.mjs FOLDER VERSION
//
// FOLDER holds an unpacked wheel of botocore, the Python SDK of Amazon, whose data are the models (Apache-2.0).
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Operations by the name of the service in botocore. */
const wanted = {
  athena: ['GetQueryExecution', 'GetQueryResults', 'StartQueryExecution'],
  autoscaling: ['DescribeAutoScalingGroups'],
  cloudformation: ['DescribeStacks'],
  cloudtrail: ['LookupEvents'],
  config: ['DescribeComplianceByConfigRule', 'GetComplianceDetailsByConfigRule'],
  dynamodb: ['ListTables', 'DescribeTable'],
  ec2: [
    'DescribeAvailabilityZones',
    'DescribeDhcpOptions',
    'DescribeInstances',
    'DescribeInternetGateways',
    'DescribeNatGateways',
    'DescribeRegions',
    'DescribeRouteTables',
    'DescribeSecurityGroups',
    'DescribeSubnets',
    'DescribeVolumes',
    'DescribeVpcs',
  ],
  ecr: ['DescribeRepositories'],
  ecs: [
    'DescribeClusters',
    'DescribeServices',
    'DescribeTaskDefinition',
    'DescribeTasks',
    'ListClusters',
    'ListServices',
    'ListTaskDefinitions',
    'ListTasks',
  ],
  efs: ['DescribeFileSystems'],
  eks: ['DescribeCluster', 'DescribeFargateProfile', 'ListClusters', 'ListFargateProfiles'],
  elasticache: ['DescribeCacheClusters'],
  elb: ['DescribeLoadBalancers'],
  elbv2: ['DescribeLoadBalancers'],
  iam: ['ListAccountAliases', 'ListInstanceProfiles', 'ListRoles', 'ListUsers'],
  lambda: ['ListFunctions'],
  rds: ['DescribeDBClusters', 'DescribeDBInstances'],
  resourcegroupstaggingapi: ['GetResources'],
  route53: ['ListHostedZones', 'ListResourceRecordSets'],
  s3: ['ListBuckets'],
  sns: ['GetTopicAttributes', 'ListTopics'],
  sqs: ['GetQueueAttributes', 'ListQueues'],
  sts: ['AssumeRole', 'GetCallerIdentity'],
}

const pick = (object, keys) =>
  Object.fromEntries(keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]))

const memberOf = (member) =>
  pick(member, ['shape', 'location', 'locationName', 'queryName', 'flattened', 'xmlAttribute'])

function shapeOf(shape) {
  const kept = pick(shape, ['type', 'flattened', 'sensitive', 'timestampFormat'])
  if (shape.members !== undefined)
    kept.members = Object.fromEntries(
      Object.entries(shape.members).map(([name, member]) => [name, memberOf(member)]),
    )
  for (const key of ['member', 'key', 'value']) if (shape[key] !== undefined) kept[key] = memberOf(shape[key])
  return kept
}

function referencesOf(shape) {
  return [...Object.values(shape.members ?? {}), shape.member, shape.key, shape.value].flatMap((member) =>
    member === undefined ? [] : [member.shape],
  )
}

/** How the pages of an operation follow each other, as its pagination file says. */
function pagesOf(pages) {
  if (pages === undefined) return undefined
  const first = (value) => (Array.isArray(value) ? value[0] : value)
  return {
    token: first(pages.input_token),
    next: Array.isArray(pages.output_token) ? pages.output_token : [pages.output_token],
    tokens: Array.isArray(pages.input_token) ? pages.input_token : [pages.input_token],
    list: first(pages.result_key),
    ...(pages.more_results === undefined ? {} : { more: pages.more_results }),
  }
}

const [folder = '', version = ''] = process.argv.slice(2)
for (const [service, names] of Object.entries(wanted)) {
  const data = join(folder, 'botocore', 'data', service)
  const found = globSync('*/service-2.json.gz', { cwd: data }).toSorted().at(-1)
  const date = found.split(/[/\\]/)[0]
  const whole = JSON.parse(gunzipSync(readFileSync(join(data, found))).toString('utf8'))
  const { pagination } = JSON.parse(readFileSync(join(data, date, 'paginators-1.json'), 'utf8'))
  const operations = {}
  const shapes = {}
  const take = (name) => {
    if (shapes[name] !== undefined) return
    shapes[name] = shapeOf(whole.shapes[name])
    for (const reference of referencesOf(whole.shapes[name])) take(reference)
  }
  for (const name of names) {
    const { http, input, output } = whole.operations[name]
    operations[name] = {
      method: http.method,
      path: http.requestUri,
      ...(input === undefined ? {} : { input: input.shape }),
      output: output.shape,
      ...(output.resultWrapper === undefined ? {} : { wrapper: output.resultWrapper }),
      ...(pagination[name] === undefined ? {} : { pages: pagesOf(pagination[name]) }),
    }
    if (input !== undefined) take(input.shape)
    take(output.shape)
  }
  const { metadata } = whole
  const model = {
    source: `botocore ${version}, botocore/data/${service}/${date}/service-2.json, Apache-2.0`,
    protocol: metadata.protocol,
    version: metadata.apiVersion,
    host: metadata.endpointPrefix,
    signing: metadata.signingName ?? metadata.endpointPrefix,
    ...pick(metadata, ['targetPrefix', 'jsonVersion', 'globalEndpoint']),
    operations,
    shapes: Object.fromEntries(Object.entries(shapes).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
  const target = new URL(`../plugins/scrapers/aws/models/${service}.json`, import.meta.url)
  writeFileSync(target, `${JSON.stringify(model)}\n`)
}
