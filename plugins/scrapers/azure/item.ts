import { trimEndOf } from '@binnacle/contract/text'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ItemReference, ScrapeContext, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { dateAt, type Fields, isFields, isList, textAt, textsAt, withoutPaths } from '../paths.ts'
import { type AzureType, GROUP, SUBSCRIPTION } from './types.ts'

/** A subscription whose resources are read. */
export interface Subscription {
  id: string
  name: string
}

const PREFIX = 'Azure::'

/** A type as the catalog calls it. */
export const catalogType = (type: string) => PREFIX + type

/** Ids of Azure don't differ by case. */
export const idOf = (written: string) => trimEndOf(written.toLowerCase(), '/')

export const subscriptionPath = ({ id }: Pick<Subscription, 'id'>) => `/subscriptions/${id.toLowerCase()}`

// Keys that some lists have in the open; what looks like a secret otherwise is masked by the catalog.
const secretKey =
  /^(?:(?:primary|secondary)\w*(?:key|connectionstring)|admin\w*password|instrumentationkey|(?:shared|storageaccount)\w*key|customdata|userdata)$/i

/** A document without version marks, which change by themselves, and with a digest in place of each key. */
function cleaned(value: Json, mask: ScrapeContext['mask']): Json {
  if (isList(value)) return value.map((item) => cleaned(item, mask))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      if (key === 'etag') return []
      const isSecret = typeof item === 'string' && item !== '' && secretKey.test(key)
      return [[key, isSecret ? mask(item) : cleaned(item, mask)]]
    }),
  )
}

/** What contains a resource: a resource of another type, its group, its subscription. */
function parentsOf(
  id: string,
  { under }: Pick<AzureType, 'under'>,
  subscription: Subscription,
): ItemReference[] {
  const container = under === undefined ? undefined : id.split('/').slice(0, -2).join('/')
  const group = /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+/.exec(id)?.[0]
  return [
    ...(under === undefined || container === undefined
      ? []
      : [{ type: catalogType(under), externalId: container }]),
    ...(group === undefined || group === id ? [] : [{ type: catalogType(GROUP), externalId: group }]),
    { type: catalogType(SUBSCRIPTION), externalId: subscriptionPath(subscription) },
  ]
}

function labelsOf(document: Fields): Record<string, string> {
  const tags = document['tags']
  return isFields(tags)
    ? Object.fromEntries(
        Object.entries(tags).flatMap(([key, value]): [string, string][] =>
          typeof value === 'string' ? [[key, value]] : [],
        ),
      )
    : {}
}

/** An item of a resource. @returns undefined for one without an id */
export function itemOf(
  type: Pick<AzureType, 'type' | 'class' | 'under' | 'related' | 'ignore'>,
  document: Fields,
  subscription: Subscription,
  { mask }: Pick<ScrapeContext, 'mask'>,
): ScrapedItem | undefined {
  const written = textAt(document, 'id')
  if (written === undefined) return undefined
  const id = idOf(written)
  const group = /\/resourcegroups\/([^/]+)/i.exec(written)?.[1]
  const guid = textAt(document, 'properties.resourceGuid') ?? textAt(document, 'properties.vmId')
  const config = cleaned(withoutPaths(document, type.ignore ?? []), mask)
  const createdAt =
    dateAt(document, 'systemData.createdAt') ??
    dateAt(document, 'properties.timeCreated') ??
    dateAt(document, 'properties.creationTime') ??
    dateAt(document, 'properties.creationDate')
  return {
    kind: 'item',
    type: catalogType(type.type),
    class: type.class,
    externalId: id,
    aliases: guid === undefined ? [] : [guid],
    name: textAt(document, 'name') ?? written.split('/').at(-1) ?? written,
    config,
    labels: labelsOf(document),
    tags: {
      subscriptionID: subscription.id,
      subscriptionName: subscription.name,
      ...(group === undefined ? {} : { resourceGroup: group.toLowerCase() }),
    },
    scope: subscription.id,
    source: `azure:${id}`,
    link: `https://portal.azure.com/#resource${written}`,
    parents: parentsOf(id, type, subscription),
    related: (type.related ?? []).flatMap(({ at, relation, incoming }) =>
      [...new Set(textsAt(document, at).map(idOf))].map((externalId) => ({
        externalId,
        relation,
        ...(incoming === undefined ? {} : { incoming }),
      })),
    ),
    ...(createdAt === undefined ? {} : { createdAt }),
  }
}
