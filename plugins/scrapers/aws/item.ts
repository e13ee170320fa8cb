import type { ItemReference, RelatedItem, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { dateAt, type Fields, isFields, isList, textAt, textsAt, withoutPaths } from '../paths.ts'
import { partitionOf } from './client.ts'
import type { AmazonType, Reference } from './types/index.ts'

/** Where documents were read. */
export interface Origin {
  account: string
  region: string
  /** Tags by ARN, of the tagging service. */
  tags: ReadonlyMap<string, Readonly<Record<string, string>>>
}

/** Type of the item of an account. */
export const ACCOUNT = 'AWS::::Account'
const STACK = 'AWS::CloudFormation::Stack'
const STACK_TAG = 'aws:cloudformation:stack-id'
/** What people call an item. */
const NAME_TAG = 'Name'

/** The part of the source that contains items of a type. */
export function scopeOf(
  { isGlobal }: Pick<AmazonType, 'isGlobal'>,
  { account, region }: Pick<Origin, 'account' | 'region'>,
): string {
  return `${account}/${isGlobal === true ? 'global' : region}`
}

/** A text of a document: a path, or a text whose {places} are filled. */
function filled(written: string, document: Fields, { account, region }: Origin): string | undefined {
  if (!written.includes('{')) return textAt(document, written)
  const known: Record<string, string> = { account, region, partition: partitionOf(region) }
  let isWhole = true
  const text = written.replaceAll(/\{([^{}]+)\}/g, (_, place: string) => {
    const value = known[place] ?? textAt(document, place)
    isWhole &&= value !== undefined
    return value ?? ''
  })
  return isWhole ? text : undefined
}

/** Tags of a document, as lists of pairs or as a map. */
function ownTags(document: Fields): Record<string, string> {
  for (const key of ['Tags', 'tags', 'TagSet', 'TagList']) {
    const written = document[key]
    if (isList(written))
      return Object.fromEntries(
        written.flatMap((pair): [string, string][] => {
          const name = textAt(pair, 'Key') ?? textAt(pair, 'key')
          return name === undefined ? [] : [[name, textAt(pair, 'Value') ?? textAt(pair, 'value') ?? '']]
        }),
      )
    if (isFields(written))
      return Object.fromEntries(
        Object.entries(written).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      )
  }
  return {}
}

/** Times that some services give as seconds since 1970. */
function madeAt(document: Fields, path: string): Date | undefined {
  const text = textAt(document, path)
  return text !== undefined && /^\d{9,11}$/.test(text)
    ? new Date(Number(text) * 1_000)
    : dateAt(document, path)
}

/** The last part of an ARN is what people call it. */
const shortName = (text: string) => (text.startsWith('arn:') ? (text.split(/[:/]/).at(-1) ?? text) : text)

function namesIn(document: Fields, { type, at }: Reference): ItemReference[] {
  return [...new Set(textsAt(document, at))].map((externalId) => ({ type, externalId }))
}

/** An item of a document. @returns undefined for a document without an id */
export function itemOf(type: AmazonType, document: Fields, origin: Origin): ScrapedItem | undefined {
  const externalId = filled(type.id, document, origin)
  if (externalId === undefined) return undefined
  const arn = type.arn === undefined ? undefined : filled(type.arn, document, origin)
  const known = arn ?? (externalId.startsWith('arn:') ? externalId : undefined)
  const labels = { ...(known === undefined ? {} : origin.tags.get(known)), ...ownTags(document) }
  const { product } = type
  const aliases = [
    ...(arn === undefined ? [] : [arn]),
    ...(type.aliases ?? []).flatMap((path) => textsAt(document, path)),
    ...(product === undefined ? [] : [`${product}/${externalId}`]),
  ]
  const above = (type.parents ?? []).flatMap((reference) => namesIn(document, reference))
  const stack = type.type === STACK ? undefined : labels[STACK_TAG]
  const related = (type.related ?? []).flatMap(({ relation, incoming, ...reference }): RelatedItem[] =>
    namesIn(document, { ...reference }).map((one) => ({
      ...one,
      ...(relation === undefined ? {} : { relation }),
      ...(incoming === undefined ? {} : { incoming }),
    })),
  )
  const createdAt = type.createdAt === undefined ? undefined : madeAt(document, type.createdAt)
  const isShared = type.type === 'AWS::Region'
  return {
    kind: 'item',
    type: type.type,
    class: type.class,
    externalId,
    aliases,
    name: labels[NAME_TAG] || shortName(textAt(document, type.name) ?? externalId),
    config: withoutPaths(document, type.ignore ?? []),
    labels,
    tags: isShared
      ? {}
      : { account: origin.account, ...(type.isGlobal === true ? {} : { region: origin.region }) },
    scope: scopeOf(type, origin),
    source: `aws:${scopeOf(type, origin)}`,
    // A stack that made an item contains it; what contains it otherwise is then an item beside it.
    parents: [
      ...(stack === undefined ? [] : [{ type: STACK, externalId: stack }]),
      ...above,
      { type: ACCOUNT, externalId: origin.account },
    ],
    related: [
      ...related,
      ...(stack === undefined ? [] : above.map((one) => ({ ...one, relation: 'Contains', incoming: true }))),
    ],
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(known === undefined
      ? {}
      : { link: `https://console.aws.amazon.com/go/view?arn=${encodeURIComponent(known)}` }),
  }
}
