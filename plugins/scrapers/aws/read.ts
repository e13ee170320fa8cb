import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import { type Fields, isFields, textsAt, valuesAt } from '../paths.ts'
import type { Api, Call, CallFailure } from './client.ts'
import type { Input } from './codec/encode.ts'
import type { AmazonType, DescribeCall, ListCall } from './types/index.ts'

/** Calls for single items that are under way at once. */
const AT_ONCE = 8

/** A service in a region. */
export type Place = Pick<Call, 'service' | 'region'>
type DocumentResult = Result<Fields, CallFailure>

/** All items of a list, page by page. A failure is the last one. */
async function* listed(
  api: Api,
  place: Place,
  { operation, input = {}, items }: ListCall,
): AsyncGenerator<Result<readonly Json[], CallFailure>> {
  for await (const page of api.pages({ ...place, operation, input })) {
    yield page.ok ? succeed(valuesAt(page.value, items)) : page
    if (!page.ok) return
  }
}

/** All items of a list at once. */
export async function wholeList(
  api: Api,
  place: Place,
  list: ListCall,
): Promise<Result<readonly Json[], CallFailure>> {
  const all: Json[] = []
  for await (const page of listed(api, place, list)) {
    if (!page.ok) return page
    all.push(...page.value)
  }
  return succeed(all)
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

// An item that is gone between two calls is no failure.
const gone = /NotFound|NoSuchEntity|NonExistentQueue|NoSuchHostedZone|DoesNotExist/

/** Works on many things, some at once, and keeps their order. */
async function* inParallel<Item, Output>(
  items: readonly Item[],
  work: (item: Item) => Promise<Output>,
): AsyncGenerator<Output> {
  for (const some of chunks(items, AT_ONCE)) yield* await Promise.all(some.map(work))
}

async function* described(
  api: Api,
  place: Place,
  { operation, input, names, batch, items, keep }: DescribeCall,
  wanted: readonly string[],
  within: Input,
): AsyncGenerator<DocumentResult> {
  const calls: Input[] =
    batch === undefined
      ? wanted.map((name) => ({ ...within, ...input, [names]: name }))
      : [...chunks(wanted, batch)].map((some) => ({ ...within, ...input, [names]: some }))
  const answers = inParallel(calls, async (filled) => ({
    filled,
    answer: await api.call({ ...place, operation, input: filled }),
  }))
  for await (const { filled, answer } of answers) {
    if (!answer.ok) {
      if (batch !== undefined || !gone.test(answer.failure.code ?? '')) yield answer
      continue
    }
    const name = filled[names]
    for (const document of valuesAt(answer.value, items))
      if (isFields(document))
        yield succeed(keep === undefined || name === undefined ? document : { ...document, [keep]: name })
  }
}

async function* inside(
  api: Api,
  type: AmazonType,
  region: string,
  within: Input,
): AsyncGenerator<DocumentResult> {
  const { complete, describe, list, service } = type
  const place = { service, region }
  const input = { ...within, ...list.input }
  for await (const page of listed(api, place, { ...list, input })) {
    if (!page.ok) {
      yield page
      return
    }
    if (describe !== undefined) {
      const names = page.value.flatMap((value) => textsAt(value, ''))
      yield* described(api, place, describe, names, within)
    } else if (complete === undefined) {
      for (const document of page.value) if (isFields(document)) yield succeed(document)
    } else {
      const ask = (wanted: ListCall) => wholeList(api, place, wanted)
      yield* inParallel(page.value.filter(isFields), (document) => complete(document, ask))
    }
  }
}

/** All documents of a type in a region. After a failure there may be more, but never all of them. */
export async function* documentsOf(
  api: Api,
  type: AmazonType,
  region: string,
): AsyncGenerator<DocumentResult> {
  const { under, service } = type
  if (under === undefined) {
    yield* inside(api, type, region, {})
    return
  }
  const parents = await wholeList(api, { service, region }, under)
  if (!parents.ok) {
    yield fail(parents.failure)
    return
  }
  for (const name of parents.value.flatMap((value) => textsAt(value, '')))
    yield* inside(api, type, region, { [under.names]: name })
}
