import { fail, type Result, succeed } from '@binnacle/contract/core'
import { secretText } from '@binnacle/plugin-kit/core'
import type { RunScraper, ScrapeContext, ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { fault, UNRESOLVED } from '../faults.ts'
import { textAt, textsAt, valuesAt } from '../paths.ts'
import { isExcluded, matchesPatterns } from '../patterns.ts'
import { complianceOf, trailOf } from './changes.ts'
import { type Api, globalRegion, type Keys, openApi } from './client.ts'
import { ACCOUNT, itemOf, type Origin, scopeOf } from './item.ts'
import { costsOf } from './costs.ts'
import { documentsOf, wholeList } from './read.ts'
import type { AwsSpec } from './spec.ts'
import { type AmazonType, amazonTypes } from './types/index.ts'

const FIRST_REGION = 'us-east-1'

/** Whether a spec wants a type. People write types and words in any case. */
function isWanted(
  { type, keywords, isOptional }: Pick<AmazonType, 'type' | 'keywords' | 'isOptional'>,
  { include = [], exclude }: Pick<AwsSpec, 'include' | 'exclude'>,
): boolean {
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())
  const names = lower([type, ...keywords])
  const wanted = lower(include)
  if (exclude !== undefined && names.some((name) => isExcluded(name, lower(exclude)))) return false
  if (wanted.length === 0) return isOptional !== true
  return isOptional === true
    ? names.some((name) => wanted.includes(name))
    : names.some((name) => matchesPatterns(name, wanted))
}

/** Services as the keys of the spec, or those of its role, open them. */
async function openAccount(
  spec: AwsSpec,
  region: string,
  context: ScrapeContext,
): Promise<Result<{ api: Api; account: string }, string>> {
  const token = secretText(spec.sessionToken)
  const own: Keys = {
    accessKey: secretText(spec.accessKey) ?? '',
    secretKey: secretText(spec.secretKey) ?? '',
    ...(token === undefined || token === '' ? {} : { sessionToken: token }),
  }
  let api = openApi(spec, own, context)
  if (spec.assumeRole !== undefined) {
    const taken = await api.call({
      service: 'sts',
      operation: 'AssumeRole',
      region,
      input: { RoleArn: spec.assumeRole, RoleSessionName: 'binnacle' },
      keepsSecrets: true,
    })
    if (!taken.ok) return fail(taken.failure.message)
    const [accessKey, secretKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(
      (key) => textAt(taken.value, `Credentials.${key}`),
    )
    if (accessKey === undefined || secretKey === undefined || sessionToken === undefined)
      return fail(`sts AssumeRole in ${region}: the answer has no credentials`)
    api = openApi(spec, { accessKey, secretKey, sessionToken }, context)
  }
  const identity = await api.call({ service: 'sts', operation: 'GetCallerIdentity', region })
  if (!identity.ok) return fail(identity.failure.message)
  const account = textAt(identity.value, 'Account')
  return account === undefined
    ? fail(`sts GetCallerIdentity in ${region}: the answer names no account`)
    : succeed({ api, account })
}

async function regionsOf(
  api: Api,
  { region }: AwsSpec,
  home: string,
): Promise<Result<readonly string[], string>> {
  const named = typeof region === 'string' ? [region] : (region ?? [])
  if (named.length > 0) return succeed([...new Set(named)])
  const found = await wholeList(
    api,
    { service: 'ec2', region: home },
    { operation: 'DescribeRegions', items: 'Regions[].RegionName' },
  )
  return found.ok
    ? succeed(found.value.flatMap((name) => textsAt(name, '')))
    : fail(`which regions the account uses is not known; name them in "region": ${found.failure.message}`)
}

/** Tags of every item that has some, by ARN. Without them labels are missing, and nothing else. */
async function tagsOf(
  api: Api,
  region: string,
  context: ScrapeContext,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const found = await wholeList(
    api,
    { service: 'resourcegroupstaggingapi', region },
    { operation: 'GetResources', items: 'ResourceTagMappingList[]', input: { ResourcesPerPage: 100 } },
  )
  if (!found.ok) {
    context.log(`labels of some types are missing: ${found.failure.message}`)
    return new Map()
  }
  return new Map(
    found.value.map((resource) => [
      textAt(resource, 'ResourceARN') ?? '',
      Object.fromEntries(
        valuesAt(resource, 'Tags[]').map((tag) => [textAt(tag, 'Key') ?? '', textAt(tag, 'Value') ?? '']),
      ),
    ]),
  )
}

/** Reads a type in a region. @returns whether all of it was seen */
async function* scrapeType(
  api: Api,
  type: AmazonType,
  origin: Origin,
): AsyncGenerator<ScrapeOutput, boolean> {
  const scope = scopeOf(type, origin)
  let isWhole = true
  for await (const found of documentsOf(api, type, origin.region)) {
    const item = found.ok ? itemOf(type, found.value, origin) : undefined
    if (item !== undefined) yield item
    else if (found.ok) {
      isWhole = false
      yield fault(`${type.type} in ${origin.region}: a document has no ${type.id}`, {
        type: type.type,
        scope,
      })
    } else {
      isWhole = false
      yield fault(found.failure.message, { type: type.type, scope })
    }
  }
  return isWhole
}

async function* scrapeAccount(api: Api, account: string, home: string): AsyncGenerator<ScrapeOutput> {
  const aliases = await wholeList(
    api,
    { service: 'iam', region: globalRegion(home) },
    { operation: 'ListAccountAliases', items: 'AccountAliases[]' },
  )
  // Its alias is a name and nothing else.
  const alias = aliases.ok ? aliases.value.flatMap((name) => textsAt(name, ''))[0] : undefined
  yield {
    kind: 'item',
    type: ACCOUNT,
    class: 'Account',
    externalId: account,
    name: alias ?? account,
    config: { Account: account, ...(alias === undefined ? {} : { Alias: alias }) },
    tags: { account },
    scope: `${account}/global`,
    source: `aws:${account}/global`,
  }
  yield { kind: 'complete', type: ACCOUNT, scope: `${account}/global` }
}

export const run: RunScraper<AwsSpec> = async function* (spec, context) {
  if (spec.connection !== undefined) {
    yield fault(UNRESOLVED)
    return
  }
  const first = typeof spec.region === 'string' ? spec.region : spec.region?.[0]
  const home = first ?? FIRST_REGION
  const opened = await openAccount(spec, home, context)
  if (!opened.ok) {
    yield fault(opened.failure)
    return
  }
  const { api, account } = opened.value
  const regions = await regionsOf(api, spec, home)
  if (!regions.ok) {
    yield fault(regions.failure)
    return
  }
  yield* scrapeAccount(api, account, home)
  const types = amazonTypes.filter((type) => isWanted(type, spec))
  const tags = new Map<string, Origin['tags']>()
  const tagged = async (region: string) => {
    const known = tags.get(region) ?? (await tagsOf(api, region, context))
    tags.set(region, known)
    return known
  }
  for (const type of types) {
    const places = type.isGlobal === true ? [globalRegion(home)] : regions.value
    const whole: string[] = []
    for (const region of places) {
      if (context.signal.aborted) return
      const origin: Origin = { account, region, tags: new Map() }
      if (type.isTaggedElsewhere === true) {
        // Buckets are listed once, and have their tags where they are.
        const known = type.isGlobal === true ? regions.value : [region]
        const maps = await Promise.all(known.map(tagged))
        origin.tags = new Map(maps.flatMap((map) => [...map]))
      }
      if (yield* scrapeType(api, type, origin)) whole.push(scopeOf(type, origin))
    }
    for (const scope of whole) yield { kind: 'complete', type: type.type, scope }
  }
  for (const region of regions.value) {
    if (context.signal.aborted) return
    if (spec.cloudtrail !== undefined) yield* trailOf(api, { account, region }, spec.cloudtrail, context)
    if (spec.compliance === true) yield* complianceOf(api, { account, region })
  }
  if (spec.costReporting !== undefined) yield* costsOf(api, { account, home }, spec.costReporting, context)
}
