import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  date,
  integer,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { writeAnswer } from '../testing/wire.ts'
import { decodeAnswer } from './decode-task.ts'
import { encodeRequest } from './encode.ts'
import { type Model, modelOf, operationOf, type Service, shapeOf } from './model.ts'

/** Texts with the signs that XML escapes, and letters of other scripts. */
const signs = ['a', 'b', '<', '>', '&', '"', ' ', 'é', '字', '\n', ']', '-']
const words = string({ minLength: 1, maxLength: 12, unit: constantFrom(...signs) })

/** Documents of a shape. Parts that are left out are left out of what is read too. */
function documents(model: Model, name: string, level = 0): Arbitrary<unknown> {
  const shape = shapeOf(model, name)
  switch (shape.type) {
    case 'structure': {
      const members = Object.entries(shape.members ?? {}).filter(([, { location }]) => location === undefined)
      if (level > 5) return constant({})
      return record(
        Object.fromEntries(members.map(([key, member]) => [key, documents(model, member.shape, level + 1)])),
        { requiredKeys: [] },
      )
    }
    case 'list': {
      const { member } = shape
      if (member === undefined || level > 5) return constant([])
      // A flattened list without items is not there at all.
      const minLength = shape.flattened === true ? 1 : 0
      return array(documents(model, member.shape, level + 1), { minLength, maxLength: 2 })
    }
    case 'map':
      return constant({})
    case 'boolean':
      return boolean()
    case 'integer':
    case 'long':
    case 'float':
    case 'double':
      return integer()
    case 'timestamp':
      return date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) =>
        at.toISOString(),
      )
    default:
      return words
  }
}

/** The list of pages is in every answer. */
function listOf(model: Model, operation: string): Record<string, unknown> {
  const { pages } = operationOf(model, operation)
  return pages === undefined ? {} : { [pages.list]: [] }
}

test.each<[Service, string]>([
  ['ec2', 'DescribeInstances'],
  ['ec2', 'DescribeSecurityGroups'],
  ['rds', 'DescribeDBInstances'],
  ['elasticache', 'DescribeCacheClusters'],
  ['route53', 'ListResourceRecordSets'],
  ['s3', 'ListBuckets'],
  ['ecs', 'DescribeServices'],
  ['eks', 'DescribeCluster'],
  ['dynamodb', 'DescribeTable'],
])('%s %s reads what the service writes', async (service, operation) => {
  const model = await modelOf(service)
  await assert(
    asyncProperty(documents(model, operationOf(model, operation).output), async (output) => {
      const written = { ...listOf(model, operation), ...Object(output) }
      const { text } = writeAnswer(model, operation, written)
      const read = await decodeAnswer({ service, operation, text })
      expect(read.ok ? read.value.output : read.failure).toEqual(written)
    }),
    { numRuns: 30 },
  )
})

test.each<[Service, string, string]>([
  ['ec2', 'DescribeVpcs', '<DescribeVpcsResponse><vpcSet>'],
  ['ec2', 'DescribeVpcs', 'Service Unavailable'],
  ['sts', 'GetCallerIdentity', '<html><body>Sign in</body></html>'],
  ['eks', 'ListClusters', '{"clusters": ['],
  ['eks', 'ListClusters', '[]'],
  ['eks', 'ListClusters', '{"message": "hello"}'],
  ['ec2', 'DescribeVpcs', '<html><body>Sign in</body></html>'],
])('%s %s says that an answer is not valid: %s', async (service, operation, text) => {
  expect(await decodeAnswer({ service, operation, text })).toMatchObject({ ok: false })
})

test('entities that a document defines are not read', async () => {
  const text =
    '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><ListUsersResponse><ListUsersResult><Marker>&e;</Marker></ListUsersResult></ListUsersResponse>'
  const read = await decodeAnswer({ service: 'iam', operation: 'ListUsers', text })
  expect(JSON.stringify(read)).not.toContain('root:')
})

test('requests are written as each protocol has them', async () => {
  const of = async (service: Service, operation: string, input: Parameters<typeof encodeRequest>[2]) =>
    encodeRequest(await modelOf(service), operation, input)
  const filters = [{ Name: 'vpc-id', Values: ['vpc-1', 'vpc-2'] }]
  expect((await of('ec2', 'DescribeSubnets', { Filters: filters, NextToken: 'a b' })).body).toBe(
    'Action=DescribeSubnets&Version=2016-11-15&Filter.1.Name=vpc-id&Filter.1.Value.1=vpc-1&Filter.1.Value.2=vpc-2&NextToken=a+b',
  )
  expect((await of('elb', 'DescribeLoadBalancers', { LoadBalancerNames: ['a', 'b'] })).body).toBe(
    'Action=DescribeLoadBalancers&Version=2012-06-01&LoadBalancerNames.member.1=a&LoadBalancerNames.member.2=b',
  )
  expect(await of('ecs', 'ListTasks', { cluster: 'default' })).toEqual({
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonEC2ContainerServiceV20141113.ListTasks',
    },
    body: '{"cluster":"default"}',
  })
  expect(await of('eks', 'ListFargateProfiles', { clusterName: 'a/b', nextToken: 'x=' })).toMatchObject({
    method: 'GET',
    path: '/clusters/a%2Fb/fargate-profiles?nextToken=x%3D',
  })
})
