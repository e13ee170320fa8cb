import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { Gate } from '../access/gate.ts'
import { downloadAnswer } from './download.ts'
import type { Route } from './route.ts'

function gateText({ access, feature }: Gate): string {
  const who =
    access === 'signed-in'
      ? 'For everyone who is signed in.'
      : `Needs ${access.action} on ${access.resource}.`
  return feature === undefined ? who : `${who} Closed while the feature ${feature} is disabled.`
}

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

type JsonSchema = Record<string, unknown>

function jsonSchema(schema: $ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Lists the parameters of a path or query, one for each property of their schema. */
function parameters(schema: $ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  const { properties, required } = schema === undefined ? {} : jsonSchema(schema, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: property,
  }))
}

const content = (schema: JsonSchema) => ({ 'application/json': { schema } })

const errorText = z.string()

function operation(route: Route, hasTextErrors: boolean): JsonSchema {
  const { summary, status, schemas } = route
  return {
    summary,
    description: gateText(route),
    parameters: [...parameters(schemas.params, 'path'), ...parameters(schemas.query, 'query')],
    ...(schemas.body === undefined
      ? {}
      : { requestBody: { required: true, content: content(jsonSchema(schemas.body, 'input')) } }),
    responses: {
      [status]: {
        description: 'What was asked for',
        content:
          schemas.answer === downloadAnswer
            ? { 'application/octet-stream': {} }
            : content(jsonSchema(schemas.answer, 'output')),
      },
      default: {
        description: 'An error',
        content: content(jsonSchema(hasTextErrors ? errorText : errorAnswer, 'output')),
      },
    },
  }
}

/**
 * Describes routes as OpenAPI 3.1, from the schemas that the server parses with.
 * @param textErrors paths whose errors are texts
 */
export function describeApi(routes: readonly Route[], textErrors: readonly RegExp[]): JsonSchema {
  const paths = new Map<string, JsonSchema>()
  for (const route of routes) {
    const path = `/api${route.path}`
    paths.set(path, {
      ...paths.get(path),
      [route.method.toLowerCase()]: operation(
        route,
        textErrors.some((pattern) => pattern.test(route.path)),
      ),
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Binnacle',
      version: '1',
      description: 'The API of Binnacle. Sign in first: see /kratos.',
    },
    paths: Object.fromEntries(paths),
  }
}
