import { z } from 'zod'
import type { Access, Route } from './route.ts'

function accessText(access: Access): string {
  return access === 'signed-in'
    ? 'For everyone who is signed in.'
    : `Needs ${access.action} on ${access.resource}.`
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

const errorAnswer = z.object({
  error: z.string(),
  code: z.string(),
  problems: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        line: z.number().int().optional(),
        column: z.number().int().optional(),
      }),
    )
    .optional(),
  requestId: z.string().optional(),
})

/** The OpenAPI description of the routes, made from the schemas that the server parses with. */
export async function describeApi(routes: readonly Route[]): Promise<unknown> {
  // Loaded when asked for: it is of no use to a server that nobody asks.
  const { OpenAPIHono } = await import('@hono/zod-openapi')
  const described = new OpenAPIHono()
  const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
  for (const route of routes) {
    const { params, query, body, answer } = route.schemas
    described.openAPIRegistry.registerPath({
      method: methods[route.method],
      path: `/api${route.path}`,
      summary: route.summary,
      description: accessText(route.access),
      request: {
        ...(params instanceof z.ZodObject ? { params } : {}),
        ...(query instanceof z.ZodObject ? { query } : {}),
        ...(body === undefined ? {} : { body: { content: json(body), required: true } }),
      },
      responses: {
        [route.status]: { description: 'What was asked for', content: json(answer) },
        default: { description: 'An error', content: json(errorAnswer) },
      },
    })
  }
  return described.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Binnacle',
      version: '1',
      description: 'The API of Binnacle. Sign in first: see /kratos.',
    },
  })
}
