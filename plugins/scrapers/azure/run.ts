import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { RunScraper, ScrapeContext, ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { fault, UNRESOLVED } from '../faults.ts'
import { type Fields, isFields, textAt, valuesAt } from '../paths.ts'
import { isExcluded, matchesPatterns } from '../patterns.ts'
import { activityOf, adviceOf } from './activity.ts'
import { type Api, type AzureFailure, openApi, wholeList } from './client.ts'
import { catalogType, idOf, itemOf, type Subscription, subscriptionPath } from './item.ts'
import type { AzureSpec } from './spec.ts'
import { type AzureType, azureTypes, GROUP, SUBSCRIPTION } from './types.ts'

/** Whether a spec wants a type. People write types and words in any case. */
function isWanted(
  { type, keywords }: Pick<AzureType, 'type' | 'keywords'>,
  { include = [], exclude }: Pick<AzureSpec, 'include' | 'exclude'>,
): boolean {
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())
  const names = lower([type, catalogType(type), ...keywords])
  if (exclude !== undefined && names.some((name) => isExcluded(name, lower(exclude)))) return false
  return names.some((name) => matchesPatterns(name, lower(include)))
}

async function subscriptionsOf(
  api: Api,
  { subscriptionID }: AzureSpec,
): Promise<Result<readonly { subscription: Subscription; document: Fields }[], string>> {
  const version = { 'api-version': '2022-12-01' }
  const wanted = typeof subscriptionID === 'string' ? [subscriptionID] : subscriptionID
  const found: Fields[] = []
  if (wanted === undefined) {
    const listed = await wholeList(api, '/subscriptions', version)
    if (!listed.ok) return fail(listed.failure.message)
    if (listed.value.length === 0) return fail('the service principal may read no subscription')
    found.push(...listed.value)
  } else
    for (const id of new Set(wanted)) {
      const one = await api.one(subscriptionPath({ id }), version)
      if (!one.ok) return fail(one.failure.message)
      found.push(one.value)
    }
  return succeed(
    found.flatMap((document) => {
      const id = textAt(document, 'subscriptionId')
      if (id === undefined) return []
      return [
        { document, subscription: { id: id.toLowerCase(), name: textAt(document, 'displayName') ?? id } },
      ]
    }),
  )
}

type ResourceResult = Result<Fields, AzureFailure>

/** Which machines run, which the list without a parameter does not say. */
async function* withStatus(api: Api, path: string, version: string): AsyncGenerator<ResourceResult> {
  const [machines, states] = await Promise.all([
    wholeList(api, path, { 'api-version': version }),
    wholeList(api, path, { 'api-version': version, statusOnly: 'true' }),
  ])
  if (!machines.ok) {
    yield machines
    return
  }
  if (!states.ok) yield states
  const known = new Map(
    (states.ok ? states.value : []).map((state) => [
      idOf(textAt(state, 'id') ?? ''),
      // Messages of agents have the time of the last one in them.
      valuesAt(state, 'properties.instanceView.statuses[]').flatMap((status) => {
        const code = textAt(status, 'code')
        return code?.startsWith('PowerState/') === true ? [{ code }] : []
      }),
    ]),
  )
  for (const machine of machines.value) {
    const statuses = known.get(idOf(textAt(machine, 'id') ?? ''))
    const { properties } = machine
    yield succeed(
      statuses === undefined || !isFields(properties)
        ? machine
        : { ...machine, properties: { ...properties, instanceView: { statuses } } },
    )
  }
}

/** All resources of a type. @param containers ids of what contains them, of a type that is inside another one */
async function* resourcesOf(
  api: Api,
  type: AzureType,
  subscription: Subscription,
  containers: readonly string[],
): AsyncGenerator<ResourceResult> {
  const name = type.type.split('/').at(-1) ?? ''
  const paths =
    type.under === undefined
      ? [`${subscriptionPath(subscription)}/providers/${type.type}`]
      : containers.map((id) => `${id}/${name}`)
  for (const path of paths) {
    if (type.hasStatus === true) yield* withStatus(api, path, type.version)
    else
      for await (const page of api.list(path, { 'api-version': type.version })) {
        if (!page.ok) yield page
        else for (const document of page.value) yield succeed(document)
      }
  }
}

async function* scrapeType(
  api: Api,
  type: AzureType,
  {
    subscription,
    containers,
    isShown,
  }: { subscription: Subscription; containers: Containers; isShown: boolean },
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput> {
  const place = { type: catalogType(type.type), scope: subscription.id }
  const above = type.under === undefined ? undefined : containers.get(type.under)
  const own: string[] = []
  let isWhole = above?.isWhole ?? true
  if (!isWhole) yield fault(`${type.type}: not every ${type.under} is known`, place)
  for await (const found of resourcesOf(api, type, subscription, above?.ids ?? [])) {
    const item = found.ok ? itemOf(type, found.value, subscription, context) : undefined
    if (item?.externalId !== undefined) {
      own.push(item.externalId)
      if (isShown) yield item
    } else {
      isWhole = false
      if (isShown) yield fault(found.ok ? `${type.type}: a resource has no id` : found.failure.message, place)
    }
  }
  containers.set(type.type, { ids: own, isWhole })
  if (isWhole && isShown) yield { kind: 'complete', ...place }
}

/** What was found of types that contain others. */
type Containers = Map<string, { ids: readonly string[]; isWhole: boolean }>

async function* scrapeGroups(
  api: Api,
  subscription: Subscription,
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput> {
  const place = { type: catalogType(GROUP), scope: subscription.id }
  const groups = await wholeList(api, `${subscriptionPath(subscription)}/resourcegroups`, {
    'api-version': '2021-04-01',
  })
  if (!groups.ok) {
    yield fault(groups.failure.message, place)
    return
  }
  for (const group of groups.value) {
    const item = itemOf({ type: GROUP, class: 'ResourceGroup' }, group, subscription, context)
    if (item !== undefined) yield item
  }
  yield { kind: 'complete', ...place }
}

export const run: RunScraper<AzureSpec> = async function* (spec, context) {
  if (spec.connection !== undefined || spec.clientID === undefined) {
    yield fault(UNRESOLVED)
    return
  }
  const opened = await openApi(spec, context)
  if (!opened.ok) {
    yield fault(opened.failure)
    return
  }
  const api = opened.value
  const subscriptions = await subscriptionsOf(api, spec)
  if (!subscriptions.ok) {
    yield fault(subscriptions.failure)
    return
  }
  const wanted = azureTypes.filter((type) => isWanted(type, spec))
  const needed = new Set(wanted.map(({ under }) => under))
  for (const { subscription, document } of subscriptions.value) {
    const { parents: _self, ...item } = itemOf(
      { type: SUBSCRIPTION, class: 'Account', ignore: ['subscriptionPolicies', 'managedByTenants'] },
      { ...document, id: subscriptionPath(subscription), name: subscription.name },
      subscription,
      context,
    ) ?? { kind: 'item', config: document }
    yield item
    yield { kind: 'complete', type: catalogType(SUBSCRIPTION), scope: subscription.id }
    yield* scrapeGroups(api, subscription, context)
    const containers: Containers = new Map()
    for (const type of azureTypes) {
      const isShown = wanted.includes(type)
      if (context.signal.aborted) return
      if (isShown || needed.has(type.type))
        yield* scrapeType(api, type, { subscription, containers, isShown }, context)
    }
    yield* activityOf(api, subscription, spec, context)
    yield* adviceOf(api, subscription)
  }
}
