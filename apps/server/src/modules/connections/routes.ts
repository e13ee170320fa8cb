import {
  connection,
  connectionDraft,
  connectionForm,
  type ConnectionTest,
  connectionTest,
  UNTESTABLE_CONNECTION,
} from '@binnacle/contract/connections'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { TestConnection } from './test-connection.ts'
import { connectionsSchema, type ConnectionTypes } from './types.ts'
import type { ConnectionVerbs } from './verbs.ts'

const byId = z.object({ id: z.uuid('is not an id') })
const read = { resource: 'connections', action: 'read' } as const
const write = { resource: 'connections', action: 'write' } as const

/** Everything that connections answer. */
export function connectionRoutes(
  connections: ConnectionVerbs,
  test: TestConnection,
  types: ConnectionTypes,
): Route[] {
  const schema = connectionsSchema(types)
  async function tested(values: ConnectionValues, signal: AbortSignal): Promise<ConnectionTest> {
    const result = await test(values, signal)
    if (result === undefined) throw new RequestError('ENOTIMPLEMENTED', UNTESTABLE_CONNECTION)
    if (!result.ok) throw new RequestError('EINVALID', result.failure)
    return result.value
  }
  const testStored = (path: string) =>
    defineRoute({
      method: 'POST',
      path,
      summary: 'Opens a stored connection once',
      access: write,
      params: byId,
      answer: connectionTest,
      handle: async ({ params, signal }) => tested(await connections.open(params.id), signal),
    })
  return [
    defineRoute({
      method: 'GET',
      path: '/schemas/connection.schema.json',
      summary: 'JSON Schema of the forms of all connection types',
      access: 'signed-in',
      answer: z.record(z.string(), z.unknown()),
      handle: async () => schema,
    }),
    defineRoute({
      method: 'GET',
      path: '/connections',
      summary: 'Connections in use; what may be a secret is masked',
      access: read,
      answer: z.array(connection),
      handle: () => connections.list(),
    }),
    defineRoute({
      method: 'POST',
      path: '/connections',
      summary: 'Creates a connection',
      access: write,
      body: connectionForm,
      answer: connection,
      status: 201,
      handle: ({ body, actor }) => connections.create(body, actor),
    }),
    defineRoute({
      method: 'GET',
      path: '/connections/{id}',
      summary: 'A connection; what may be a secret is masked',
      access: read,
      params: byId,
      answer: connection,
      handle: ({ params }) => connections.get(params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/connections/{id}',
      summary: 'Replaces a connection; masked values keep what is stored',
      access: write,
      params: byId,
      body: connectionForm,
      answer: connection,
      handle: ({ params, body, actor }) => connections.replace(params.id, body, actor),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/connections/{id}',
      summary: 'Takes a connection out of use; checks that name it say so',
      access: write,
      params: byId,
      answer: z.object({ id: z.uuid() }),
      handle: async ({ params, actor }) => {
        await connections.remove(params.id, actor)
        return params
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/connections/test',
      summary: 'Opens a connection once that is not stored, or not as it is sent',
      access: write,
      body: connectionDraft,
      answer: connectionTest,
      handle: async ({ body: { id, ...form }, signal }) => tested(await connections.draft(form, id), signal),
    }),
    testStored('/connections/{id}/test'),
    // The path that clients of other platforms of this kind know.
    testStored('/connection/test/{id}'),
  ]
}
