import { specProblems } from '@binnacle/contract/health'
import { editableLogBackend, logBackendTest } from '@binnacle/contract/logs'
import { z } from 'zod'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { LARGEST_SPEC, logBackendMetadata, type LogBackendParser } from '../spec/backend.ts'
import { type LogBackendTests, testBody } from './test.ts'
import type { LogBackendVerbs } from './verbs.ts'

const byId = z.object({ id: z.uuid('is not an id') })
const read = { resource: 'logging_backends', action: 'read' } as const
const write = { resource: 'logging_backends', action: 'write' } as const
/** The spec as YAML, instead of `spec`, so that comments are stored. */
const text = z.string().max(LARGEST_SPEC).optional()
const body = logBackendMetadata.extend({
  spec: z.unknown().optional(),
  text,
  revision: z.guid().optional(),
})

/** The routes of the editor of log backends. */
export function logBackendRoutes({
  backends,
  parser,
  test,
}: {
  backends: LogBackendVerbs
  parser: LogBackendParser
  test: LogBackendTests
}): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/logs/backends',
      summary: 'Creates a log backend',
      access: write,
      body,
      answer: editableLogBackend,
      status: 201,
      handle: ({ body: given, actor }) => backends.create(given, actor),
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/backends/validate',
      summary: 'Validates a draft spec without saving it',
      access: write,
      body: z.object({ id: z.uuid().optional(), spec: z.unknown().optional(), text }),
      answer: specProblems,
      handle: async ({ body: { id, ...written } }) => ({ problems: await backends.validate(written, id) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/backends/test',
      summary: 'Reads the newest lines of each entry of a draft; stores nothing',
      access: write,
      body: testBody,
      answer: logBackendTest,
      handle: ({ body: given, actor, signal }) => test(given, actor, signal),
    }),
    defineRoute({
      method: 'GET',
      path: '/logs/backends/{id}',
      summary: 'A log backend; secrets are masked',
      access: read,
      params: byId,
      answer: editableLogBackend,
      handle: ({ params }) => backends.get(params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/logs/backends/{id}',
      summary:
        'Replaces a log backend; masked secrets keep their value. A revision that is not the present one is refused',
      access: write,
      params: byId,
      body,
      answer: editableLogBackend,
      handle: ({ params, body: given, actor }) => backends.replace(params.id, given, actor),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/logs/backends/{id}',
      summary: 'Takes a log backend out of use',
      access: write,
      params: byId,
      answer: byId,
      handle: async ({ params, actor }) => {
        await backends.remove(params.id, actor)
        return params
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/schemas/logging_backend.spec.schema.json',
      summary: 'JSON Schema of the spec of a log backend',
      access: 'signed-in',
      answer: z.record(z.string(), z.unknown()),
      handle: async () => ({ ...parser.jsonSchema }),
    }),
  ]
}
