import {
  connection,
  connectionDraft,
  connectionForm,
  type ConnectionTest,
  connectionTest,
  UNTESTABLE_CONNECTION,
} from '@binnacle/contract/connections'
import { UI_SOURCE } from '@binnacle/contract/core'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { draftConnection, getConnection, listConnections, openConnection } from './read.ts'
import type { TestConnection } from './test-connection.ts'
import { connectionsSchema } from './types.ts'
import { type ConnectionDependencies, readConnection } from './verbs/connection.ts'
import { createConnection } from './verbs/create.ts'
import { removeConnection } from './verbs/remove.ts'
import { replaceConnection } from './verbs/replace.ts'

const byId = z.object({ id: z.uuid('is not an id') })
const read = { resource: 'connections', action: 'read' } as const
const write = { resource: 'connections', action: 'write' } as const

export interface ConnectionRouteDependencies extends ConnectionDependencies {
  pool: Pool
  clock: Clock
}

/** Everything that connections answer. */
export function connectionRoutes(dependencies: ConnectionRouteDependencies, test: TestConnection): Route[] {
  const { pool, secrets, clock } = dependencies
  const schema = connectionsSchema(dependencies.types)
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
      handle: async ({ params, signal }) => tested(await openConnection(pool, secrets, params.id), signal),
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
      handle: () => listConnections(pool, dependencies),
    }),
    defineRoute({
      method: 'POST',
      path: '/connections',
      summary: 'Creates a connection',
      access: write,
      body: connectionForm,
      answer: connection,
      status: 201,
      handle: async ({ body, actor }) => {
        const values = readConnection(dependencies, body)
        const id = await inTransaction(pool, (client) =>
          createConnection(client, secrets, values, actor, { source: UI_SOURCE }),
        )
        return getConnection(pool, dependencies, id)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/connections/{id}',
      summary: 'A connection; what may be a secret is masked',
      access: read,
      params: byId,
      answer: connection,
      handle: ({ params }) => getConnection(pool, dependencies, params.id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/connections/{id}',
      summary: 'Replaces a connection; masked values keep what is stored',
      access: write,
      params: byId,
      body: connectionForm,
      answer: connection,
      handle: async ({ params, body, actor }) => {
        await inTransaction(pool, (client) => replaceConnection(client, dependencies, params.id, body, actor))
        return getConnection(pool, dependencies, params.id)
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/connections/{id}',
      summary: 'Deletes a connection; checks that name it fail',
      access: write,
      params: byId,
      answer: z.object({ id: z.uuid() }),
      handle: async ({ params, actor }) => {
        await inTransaction(pool, (client) => removeConnection(client, params.id, actor, clock.now()))
        return params
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/connections/test',
      summary: 'Opens a connection once that is not stored, or not as it is sent',
      access: write,
      work: 'test',
      body: connectionDraft,
      answer: connectionTest,
      handle: async ({ body: { id, ...form }, signal }) =>
        tested(await draftConnection(pool, dependencies, form, id), signal),
    }),
    testStored('/connections/{id}/test'),
    // The path that clients of other platforms of this kind know.
    testStored('/connection/test/{id}'),
  ]
}
