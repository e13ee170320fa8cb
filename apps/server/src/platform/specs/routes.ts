import { specProblems } from '@binnacle/contract/health'
import type { Resource } from '@binnacle/contract/access'
import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { Actor } from '../access/actor.ts'
import { defineRoute, type Route } from '../http/route.ts'
import type { WrittenSpec } from './read-spec.ts'
import type { SpecDraft } from './verbs.ts'

/** The id in the path of a route. */
export const byId = z.object({ id: z.uuid('is not an id') })

/** Fields of a body with a spec. @param largest most characters of its text */
export function specFields(largest: number) {
  return {
    spec: z.unknown().optional(),
    /** The spec as YAML, instead of `spec`, so that comments are stored. */
    text: z.string().max(largest).optional(),
  }
}

/** Fields of a body that creates or replaces a resource, besides its metadata. */
export function draftFields(largest: number) {
  return { ...specFields(largest), revision: z.guid().optional() }
}

/** The routes of the editor of one kind of resource with a spec. */
export interface SpecRoutes<Body extends SpecDraft, Shown> {
  /** Below /api, such as `/health/canaries`. */
  path: string
  /** One with its article, such as `a canary`. */
  noun: string
  /** The resource of the role table. */
  resource: Resource
  body: $ZodType<Body>
  answer: $ZodType<Shown>
  /** Most characters of the text of a spec. */
  largest: number
  /** Name of the JSON Schema of a spec, below /api/schemas. */
  schemaName: string
  jsonSchema: Readonly<Record<string, unknown>>
  /** Lines of the API description where a kind has more to say. */
  summaries: { create: string; get: string; remove: string }
  verbs: {
    get(id: string, actor: Actor): Promise<Shown>
    validate(
      written: WrittenSpec,
      id: string | undefined,
      actor: Actor,
    ): Promise<z.output<typeof specProblems>['problems']>
    create(body: Body, actor: Actor): Promise<Shown>
    replace(id: string, body: Body, actor: Actor): Promise<Shown>
    remove(id: string, actor: Actor): Promise<void>
  }
}

/** Declares what an editor needs: create, validate, read, replace, remove, and the JSON Schema of a spec. */
export function specRoutes<Body extends SpecDraft, Shown>({
  path,
  noun,
  resource,
  body,
  answer,
  largest,
  schemaName,
  jsonSchema,
  summaries,
  verbs,
}: SpecRoutes<Body, Shown>): Route[] {
  const write = { resource, action: 'write' } as const
  return [
    defineRoute({
      method: 'POST',
      path,
      summary: summaries.create,
      access: write,
      body,
      answer,
      status: 201,
      handle: ({ body: given, actor }) => verbs.create(given, actor),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/validate`,
      summary: 'Validates a draft spec without saving it',
      access: write,
      body: z.object({ id: z.uuid().optional(), ...specFields(largest) }),
      answer: specProblems,
      handle: async ({ body: { id, ...written }, actor }) => ({
        problems: await verbs.validate(written, id, actor),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{id}`,
      summary: summaries.get,
      access: { resource, action: 'read' },
      params: byId,
      answer,
      handle: ({ params, actor }) => verbs.get(params.id, actor),
    }),
    defineRoute({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Replaces ${noun}; masked secrets keep their value. A revision that is not the present one is refused`,
      access: write,
      params: byId,
      body,
      answer,
      handle: ({ params, body: given, actor }) => verbs.replace(params.id, given, actor),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: summaries.remove,
      access: write,
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await verbs.remove(params.id, actor)
        return params
      },
    }),
    defineRoute({
      method: 'GET',
      path: `/schemas/${schemaName}`,
      summary: `JSON Schema of the spec of ${noun}`,
      access: 'signed-in',
      answer: z.record(z.string(), z.unknown()),
      handle: async () => ({ ...jsonSchema }),
    }),
  ]
}
