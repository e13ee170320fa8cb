import { specProblems } from '@binnacle/contract/health'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../requests/api.ts'
import type { SpecStorage, StoredSpec } from './use-save.ts'

/** A kind of resource with a spec, as the server serves it. */
interface SpecKind<Item> {
  /** Its live topic: a change of the topic reloads the queries whose key begins with it. */
  topic: string
  /** Such as `/api/topologies`. */
  path: string
  /** Name of the JSON Schema of its specs, below /api/schemas. */
  schemaName: string
  answer: z.ZodMiniType<Item>
}

/**
 * The requests that an editor of one kind of spec sends.
 * @typeParam Values what is saved of one
 */
export function specRequests<Item extends { id: string }, Values extends object>({
  topic,
  path,
  schemaName,
  answer,
}: SpecKind<Item>) {
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    topic,

    /** The key of one in the cache. */
    keyOf: (id: string) => [topic, 'detail', id] as const,

    /** Loads one with its spec, in which secrets are masked. */
    load: (id: string, signal?: AbortSignal) =>
      request(pathOf(id), answer, signal === undefined ? {} : { signal }),

    /** The schema of a spec: what forms, completion and explanations are made from. */
    schema: queryOptions({
      queryKey: ['spec-schema', schemaName],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) =>
        request(`/api/schemas/${schemaName}`, z.record(z.string(), z.unknown()), { signal }),
    }),

    /** Finds what is wrong with a spec, without saving it. */
    validate: (id: string | undefined, text: string, signal: AbortSignal) =>
      request(`${path}/validate`, specProblems, { method: 'POST', body: { id, text }, signal }),

    create: (values: Values) => request(path, answer, { method: 'POST', body: values }),

    /** Changes one, unless it is another version than the one that was opened. */
    update: (id: string, revision: string, values: Values) =>
      request(pathOf(id), answer, { method: 'PUT', body: { ...values, revision } }),

    /** Takes one out of use. */
    async remove(id: string): Promise<void> {
      await request(pathOf(id), z.object({ id: z.string() }), { method: 'DELETE' })
    },
  }
}

/** The requests that an editor of one kind of spec sends. */
type SpecRequests<Item extends { id: string }, Values extends object> = ReturnType<
  typeof specRequests<Item, Values>
>

/** How resources of one kind are edited. */
export interface StorageKind<Item extends { id: string }, Values extends object, Fields> {
  requests: SpecRequests<Item, Values>
  /** Topics besides its own that a save changes, so that the person sees it without waiting for the live stream. */
  alsoChanges?: readonly string[]
  /** Converts one to the stored version that the editor uses. */
  storedOf: (item: Item) => StoredSpec<Fields>
  valuesOf: (edited: { fields: Fields; text: string }) => Values
}

/**
 * Validates, saves and loads a resource for its editor.
 * @param opened the one whose stored secrets replace masks; a new one has no id
 */
export function specStorage<Item extends { id: string }, Values extends object, Fields>(
  queries: QueryClient,
  { requests, alsoChanges = [], storedOf, valuesOf }: StorageKind<Item, Values, Fields>,
  { id, text: stored }: { id: string | undefined; text: string },
): SpecStorage<Fields> {
  function keep(item: Item): StoredSpec<Fields> {
    queries.setQueryData(requests.keyOf(item.id), item)
    for (const topic of alsoChanges) void queries.invalidateQueries({ queryKey: [topic] })
    return storedOf(item)
  }
  return {
    validation: {
      key: [requests.topic, id],
      stored: id === undefined ? undefined : stored,
      run: (text, signal) => requests.validate(id, text, signal),
    },
    create: async (edited) => keep(await requests.create(valuesOf(edited))),
    update: async (itemId, revision, edited) =>
      keep(await requests.update(itemId, revision, valuesOf(edited))),
    load: async (itemId) => keep(await requests.load(itemId)),
  }
}
