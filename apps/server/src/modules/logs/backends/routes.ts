import { editableLogBackend, logBackendTest } from '@binnacle/contract/logs'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { byId, draftFields, specRoutes } from '../../../platform/specs/routes.ts'
import type { ChangeReaders } from '../readers/change.ts'
import { writtenReaders } from '../spec/fields.ts'
import { LARGEST_SPEC, logBackendMetadata, type LogBackendParser } from '../spec/backend.ts'
import { type LogBackendTests, testBody } from './test.ts'
import type { LogBackendVerbs } from './verbs.ts'

/** The routes of the editor of log backends. */
export function logBackendRoutes({
  backends,
  parser,
  test,
  changeReaders,
}: {
  backends: LogBackendVerbs
  parser: LogBackendParser
  test: LogBackendTests
  changeReaders: ChangeReaders
}): Route[] {
  return [
    ...specRoutes({
      path: '/logs/backends',
      noun: 'a log backend',
      resource: 'logging_backends',
      body: logBackendMetadata.extend(draftFields(LARGEST_SPEC)),
      answer: editableLogBackend,
      largest: LARGEST_SPEC,
      schemaName: 'logging_backend.spec.schema.json',
      jsonSchema: parser.jsonSchema,
      summaries: {
        create: 'Creates a log backend',
        get: 'A log backend; secrets are masked',
        remove: 'Deletes a log backend',
      },
      verbs: backends,
    }),
    defineRoute({
      method: 'POST',
      path: '/logs/backends/test',
      summary: 'Reads the newest lines of each entry of a draft; stores nothing',
      access: { resource: 'logging_backends', action: 'write' },
      work: 'test',
      body: testBody,
      answer: logBackendTest,
      handle: ({ body: given, actor, signal }) => test(given, actor, signal),
    }),
    defineRoute({
      method: 'PUT',
      path: '/logs/backends/{id}/readers',
      summary:
        'Opens the log of the product itself to roles, teams and people; others have readers in their spec',
      access: { resource: 'rbac', action: 'write' },
      params: byId,
      body: writtenReaders,
      answer: editableLogBackend,
      async handle({ params: { id }, body: given, actor }) {
        await changeReaders(id, given, actor)
        return backends.get(id, actor)
      },
    }),
  ]
}
