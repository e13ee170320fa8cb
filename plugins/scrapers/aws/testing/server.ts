import { createServer } from 'node:http'
import { isRecord } from '@binnacle/plugin-kit/core'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { asText } from '../../paths.ts'
import { type Model, modelOf, operationOf, type Service, services } from '../codec/model.ts'
import { writeAnswer, writeError } from './wire.ts'

/** A request that arrived, read by the model of its service. */
interface ArrivedCall {
  service: Service
  operation: string
  region: string
  /** Members of the request as texts, or as JSON where the service speaks it. */
  input: Readonly<Record<string, unknown>>
  authorization: string
}

type Output = Readonly<Record<string, unknown>>

/** What the account has: an output for each operation, or a function that makes one. */
export type Answers = Readonly<Record<string, Output | ((call: ArrivedCall) => Output | Refusal)>>

/** An error of a service. */
interface Refusal {
  status: number
  code: string
  message: string
  headers?: Readonly<Record<string, string>>
}

export interface AmazonServer extends TestServer {
  calls: ArrivedCall[]
}

function isRefusal(value: Output | Refusal): value is Refusal {
  return 'status' in value && 'code' in value && typeof value['code'] === 'string'
}

const models = new Map<Service, Model>()

/** The operation that a path belongs to, of a service without operation names in its requests. */
function restOperation(
  model: Model,
  method: string,
  path: string,
): [string, Record<string, string>] | undefined {
  for (const [name, { method: wanted, path: template }] of Object.entries(model.operations)) {
    const [base = ''] = template.split('?', 1)
    const names = [...base.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const pattern = new RegExp(`^${base.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`)
    const found = pattern.exec(path)
    if (found !== null && method === wanted)
      return [
        name,
        Object.fromEntries(names.map((key, index) => [key, decodeURIComponent(found[index + 1] ?? '')])),
      ]
  }
  return undefined
}

function arrived(
  { method, url, headers }: { method: string; url: string; headers: Readonly<Record<string, unknown>> },
  body: string,
): ArrivedCall | undefined {
  const authorization = asText(headers['authorization'] ?? '')
  const [, region = '', signing = ''] =
    /Credential=[^/]+\/\d{8}\/([^/]+)\/([^/]+)\//.exec(authorization) ?? []
  const { pathname, searchParams } = new URL(url, 'http://amazon')
  const target = headers['x-amz-target']
  for (const [service, model] of models) {
    if (model.signing !== signing) continue
    const expected = { service, region, authorization }
    if (typeof target === 'string') {
      const [prefix, operation = ''] = [target.slice(0, target.lastIndexOf('.')), target.split('.').at(-1)]
      if (prefix !== model.targetPrefix) continue
      const input: unknown = JSON.parse(body)
      return { ...expected, operation, input: isRecord(input) ? input : {} }
    }
    if (model.protocol === 'query' || model.protocol === 'ec2') {
      const form = new URLSearchParams(body)
      if (form.get('Version') !== model.version) continue
      return { ...expected, operation: form.get('Action') ?? '', input: Object.fromEntries(form) }
    }
    const found = restOperation(model, method, pathname)
    if (found !== undefined)
      return { ...expected, operation: found[0], input: { ...Object.fromEntries(searchParams), ...found[1] } }
  }
  return undefined
}

/** One item of a list at a time, with a token for the next, as the model says that pages follow each other. */
function paged(model: Model, { operation, input }: ArrivedCall, output: Output): Output {
  const { pages } = operationOf(model, operation)
  const list = pages === undefined ? undefined : output[pages.list]
  if (pages === undefined || !Array.isArray(list) || list.length < 2) return output
  const [token = '', ...others] = pages.tokens
  const wire = (name: string) =>
    input[name] ?? input[name.toLowerCase()] ?? input[wireName(model, operation, name)]
  const start = Number(asText(wire(token) ?? 'page-0').replace(/^page-/, ''))
  const isLast = start + 1 >= list.length
  const [next = '', ...nextOthers] = pages.next
  return {
    ...output,
    [pages.list]: list.slice(start, start + 1),
    ...(pages.more === undefined ? {} : { [pages.more]: !isLast }),
    ...(isLast ? {} : { [next]: `page-${start + 1}` }),
    ...(isLast ? {} : Object.fromEntries(nextOthers.slice(0, others.length - 1).map((name) => [name, 'A']))),
  }
}

function wireName(model: Model, operation: string, member: string): string {
  const { input } = operationOf(model, operation)
  const found = input === undefined ? undefined : model.shapes[input]?.members?.[member]
  const name = found?.locationName ?? member
  return model.protocol === 'ec2' ? name.slice(0, 1).toUpperCase() + name.slice(1) : name
}

/**
 * Starts a server that speaks as the services of Amazon do, by their published models: their protocols, their pages and their
 * errors. What it has, the answers say.
 */
export async function startAmazon(answers: Answers): Promise<AmazonServer> {
  for (const service of services) models.set(service, await modelOf(service))
  const calls: ArrivedCall[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '/', headers } = request
      const call = arrived({ method, url, headers }, Buffer.concat(parts).toString('utf8'))
      const model = call === undefined ? undefined : models.get(call.service)
      if (call === undefined || model === undefined) {
        response.writeHead(404).end()
        return
      }
      calls.push(call)
      const known = answers[`${call.service}.${call.operation}`]
      const made = typeof known === 'function' ? known(call) : (known ?? {})
      if (isRefusal(made)) {
        const { type, text } = writeError(model, made.code, made.message)
        response.writeHead(made.status, { 'content-type': type, ...made.headers }).end(text)
        return
      }
      const { type, text } = writeAnswer(model, call.operation, paged(model, call, made))
      response.writeHead(200, { 'content-type': type }).end(text)
    })
  })
  return { ...(await listen(server, 0)), calls }
}
