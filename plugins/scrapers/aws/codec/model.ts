import { isRecord } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const member = z.object({
  shape: z.string(),
  /** Where in a request it stands, if not in the body: `uri`, `querystring`, `header`. */
  location: z.string().optional(),
  locationName: z.string().optional(),
  queryName: z.string().optional(),
  flattened: z.boolean().optional(),
  xmlAttribute: z.boolean().optional(),
})
export type Member = z.output<typeof member>

const shape = z.object({
  type: z.string(),
  members: z.record(z.string(), member).optional(),
  member: member.optional(),
  key: member.optional(),
  value: member.optional(),
  flattened: z.boolean().optional(),
  /** Whether Amazon says that its values are secret. */
  sensitive: z.boolean().optional(),
  timestampFormat: z.string().optional(),
})
export type Shape = z.output<typeof shape>

const operation = z.object({
  method: z.string(),
  path: z.string(),
  input: z.string().optional(),
  output: z.string(),
  /** Element around the output of the query protocol. */
  wrapper: z.string().optional(),
  pages: z
    .object({
      /** Input members that take the tokens of `next`, in this order. */
      tokens: z.array(z.string()).min(1),
      next: z.array(z.string()).min(1),
      list: z.string(),
      /** Output member that says whether there are more. */
      more: z.string().optional(),
    })
    .optional(),
})
export type Operation = z.output<typeof operation>

const model = z.object({
  protocol: z.enum(['query', 'ec2', 'json', 'rest-json', 'rest-xml']),
  version: z.string(),
  /** First part of the names of its hosts. */
  host: z.string(),
  /** Its name in signatures. */
  signing: z.string(),
  targetPrefix: z.string().optional(),
  jsonVersion: z.string().optional(),
  globalEndpoint: z.string().optional(),
  operations: z.record(z.string(), operation),
  shapes: z.record(z.string(), shape),
})

/** A part of a published model of a service: what its requests and answers look like. */
export type Model = z.output<typeof model>

/** Services of which there is a model, by their names in the SDKs. */
export const services = [
  'athena',
  'autoscaling',
  'cloudformation',
  'cloudtrail',
  'config',
  'dynamodb',
  'ec2',
  'ecr',
  'ecs',
  'efs',
  'eks',
  'elasticache',
  'elb',
  'elbv2',
  'iam',
  'lambda',
  'rds',
  'resourcegroupstaggingapi',
  'route53',
  's3',
  'sns',
  'sqs',
  'sts',
] as const
export type Service = (typeof services)[number]

const loaded = new Map<Service, Promise<Model>>()

async function read(service: Service): Promise<Model> {
  const { href } = new URL(`../models/${service}.json`, import.meta.url)
  const module: unknown = await import(href, { with: { type: 'json' } })
  return model.parse(isRecord(module) ? module['default'] : undefined)
}

/** The model of a service. */
export function modelOf(service: Service): Promise<Model> {
  const known = loaded.get(service)
  if (known !== undefined) return known
  const reading = read(service)
  loaded.set(service, reading)
  return reading
}

/** An operation of a model. Throws for one that the model does not have. */
export function operationOf({ operations }: Model, name: string): Operation {
  const found = operations[name]
  if (found === undefined) throw new TypeError(`the model has no operation ${name}`)
  return found
}

/** A shape of a model. Throws for one that the model does not have. */
export function shapeOf({ shapes }: Model, name: string): Shape {
  const found = shapes[name]
  if (found === undefined) throw new TypeError(`the model has no shape ${name}`)
  return found
}
