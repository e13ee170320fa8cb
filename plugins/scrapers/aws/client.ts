import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor, type EgressResponse } from '@binnacle/egress'
import { parseBoundedJson, tlsSettings, type WorkerTask } from '@binnacle/plugin-kit/core'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { fetchSource } from '@binnacle/clients/http/fetch'
import { type Fields, isFields, textAt, valuesAt, withValueAt } from '../paths.ts'
import type { decodeAnswer } from './codec/decode-task.ts'
import { encodeRequest, type Input } from './codec/encode.ts'
import { type Model, modelOf, operationOf, type Service } from './codec/model.ts'
import type { AwsSpec } from './spec.ts'

/** Pages of one list. More are those of a service that repeats itself. */
const MOST_PAGES = 2_000
/** Attempts after the first, where a service says that there are too many requests. */
const MOST_REPEATS = 5
const FIRST_WAIT_MILLISECONDS = 500
const LONGEST_WAIT_MILLISECONDS = 20_000

/** The keys that sign requests. */
export interface Keys {
  accessKey: string
  secretKey: string
  sessionToken?: string
}

/** One of many operations. */
export interface Call {
  service: Service
  operation: string
  input?: Input
  region: string
  /** Whether secrets of the answer stay as they are: it is then not for people. */
  keepsSecrets?: true
}

/** Why an operation did not work. */
export interface CallFailure {
  /** Names service, operation and region. */
  message: string
  /** As the service names it, such as `AccessDenied`. */
  code?: string
}

/** Services of one account. */
export interface Api {
  call(call: Call): Promise<Result<Fields, CallFailure>>
  /** The pages of a list; a failure is the last one. */
  pages(call: Call): AsyncGenerator<Result<Fields, CallFailure>>
}

const decodeTask: WorkerTask<Parameters<typeof decodeAnswer>[0], Awaited<ReturnType<typeof decodeAnswer>>> = {
  module: new URL('codec/decode-task.ts', import.meta.url),
  name: 'decodeAnswer',
  milliseconds: 20_000,
}

// "Error retries" of the SDKs, and the errors that they call throttling and transient.
const throttling =
  /Throttl|^RequestTimeout|^(?:RequestLimitExceeded|TooManyRequestsException|ProvisionedThroughputExceededException|BandwidthLimitExceeded|SlowDown|PriorRequestNotComplete|LimitExceededException)$/
const transientStatus = new Set([500, 502, 503, 504])

/** What a service says is wrong, in JSON or XML. */
function refusalOf({ body, headers }: EgressResponse): { code?: string; message?: string } {
  const text = body.subarray(0, 20_000).toString('utf8')
  const parsed = text.trimStart().startsWith('{') ? parseBoundedJson(text) : undefined
  if (parsed?.ok === true && isFields(parsed.value)) {
    const { value } = parsed
    const code = headers['x-amzn-errortype'] ?? textAt(value, '__type') ?? textAt(value, 'code')
    const message = textAt(value, 'message') ?? textAt(value, 'Message')
    return {
      ...(code === undefined ? {} : { code: code.split(':', 1)[0]?.split('#').at(-1) ?? code }),
      ...(message === undefined ? {} : { message }),
    }
  }
  const code = /<Code>([^<]{1,200})<\/Code>/.exec(text)?.[1]
  const message = /<Message>([^<]{1,2000})<\/Message>/.exec(text)?.[1]
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) }
}

/** How long to wait before the next attempt; undefined for what another attempt does not change. */
function waitOf(answer: EgressResponse, _now: Date, repeats: number): number | undefined {
  const { code = '' } = refusalOf(answer)
  if (!throttling.test(code) && !transientStatus.has(answer.status)) return undefined
  return Math.min(LONGEST_WAIT_MILLISECONDS, FIRST_WAIT_MILLISECONDS * 2 ** repeats)
}

/** Ending of the names of hosts in a region ("AWS service endpoints"). */
const domainOf = (region: string) => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com')

/** Name of the partition of a region, as ARNs have it. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

/** The region that signs requests to services that have no region, by partition. */
export function globalRegion(region: string): string {
  const regions: Record<string, string> = { 'aws-cn': 'cn-north-1', 'aws-us-gov': 'us-gov-west-1' }
  return regions[partitionOf(region)] ?? 'us-east-1'
}

function hostOf({ host, globalEndpoint }: Model, service: Service, region: string): string {
  const isGlobal = globalEndpoint !== undefined && service !== 's3' && service !== 'sts'
  if (!isGlobal) return `${host}.${region}.${domainOf(region)}`
  if (region.startsWith('us-gov-')) return `${host}.us-gov.amazonaws.com`
  return region.startsWith('cn-') && service === 'iam'
    ? `${host}.${region}.${domainOf(region)}`
    : `${host}.${domainOf(region)}`
}

/** @param keys that sign; those of the spec, or those of a role */
export function openApi(
  spec: Pick<AwsSpec, 'endpoint' | 'skipTLSVerify' | 'tlsConfig'>,
  keys: Keys,
  context: ScrapeContext,
): Api {
  const { accessKey, secretKey, sessionToken } = keys
  // Those of a role are not in the spec.
  const redact = createRedactor([secretKey, sessionToken ?? ''].filter((text) => text !== ''))
  const clean = (text: string) => context.redact(redact(text))
  const tls = tlsSettings({
    ...(spec.skipTLSVerify === undefined ? {} : { insecureSkipVerify: spec.skipTLSVerify }),
    ...spec.tlsConfig,
  })

  async function call(request: Call): Promise<Result<Fields, CallFailure>> {
    const { service, operation, input = {}, region } = request
    const failed = (message: string, code?: string) =>
      fail({
        message: clean(`${service} ${operation} in ${region}: ${message}`),
        ...(code === undefined ? {} : { code }),
      })
    const model = await modelOf(service)
    const { method, path, headers, body } = encodeRequest(model, operation, input)
    const base = trimEndOf(spec.endpoint ?? `https://${hostOf(model, service, region)}`, '/')
    const { AwsV4Signer } = await import('aws4fetch')
    const signed = await new AwsV4Signer({
      method,
      url: base + path,
      headers,
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: model.signing,
      region,
      datetime: context
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
      ...(body === undefined ? {} : { body }),
    }).sign()
    const answered = await fetchSource(
      {
        url: signed.url.href,
        method,
        headers: { ...Object.fromEntries(signed.headers), accept: '*/*' },
        ...(body === undefined ? {} : { body }),
        tls,
        // A signature is valid for one host only.
        maxRedirects: 0,
        limitOf: waitOf,
        mostRepeats: MOST_REPEATS,
      },
      context,
    )
    if (!answered.ok) {
      const { answer } = answered.failure
      const { code, message } = answer === undefined ? {} : refusalOf(answer)
      return code === undefined
        ? failed(answered.failure.message)
        : failed(
            `status ${answered.failure.status}, ${code}${message === undefined ? '' : `: ${message}`}`,
            code,
          )
    }
    const text = answered.value.body.toString('utf8')
    const worked = await context.work(decodeTask, { service, operation, text })
    const decoded = worked.ok ? worked.value : worked
    if (!decoded.ok) return failed(`the answer ${decoded.failure}`)
    const { output, secrets } = decoded.value
    let masked: Fields = output
    for (const place of request.keepsSecrets === true ? [] : secrets) {
      const replaced = withValueAt(masked, place, (value) => context.mask(value))
      if (isFields(replaced)) masked = replaced
    }
    return succeed(masked)
  }

  async function* pages(first: Call): AsyncGenerator<Result<Fields, CallFailure>> {
    const { pages: paging } = operationOf(await modelOf(first.service), first.operation)
    const seen = new Set<string>()
    let input = first.input ?? {}
    for (let count = 0; ; count += 1) {
      const page = await call({ ...first, input })
      yield page
      if (!page.ok || paging === undefined) return
      const { more, next, tokens } = paging
      if (more !== undefined && valuesAt(page.value, more)[0] !== true) return
      const found = next.map((path) => textAt(page.value, path))
      if (found[0] === undefined) return
      const key = JSON.stringify(found)
      const problem = seen.has(key)
        ? 'the pages lead in a circle'
        : count + 1 === MOST_PAGES
          ? `there are more than ${MOST_PAGES} pages`
          : undefined
      if (problem !== undefined) {
        yield fail({ message: `${first.service} ${first.operation} in ${first.region}: ${problem}` })
        return
      }
      seen.add(key)
      input = { ...first.input, ...Object.fromEntries(tokens.map((token, index) => [token, found[index]])) }
    }
  }

  return { call, pages }
}
