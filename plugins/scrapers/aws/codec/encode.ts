import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import { asText } from '../../paths.ts'
import { type Member, type Model, operationOf, type Shape, shapeOf } from './model.ts'

/** Input of an operation, with the names of its model. */
export type Input = Readonly<Record<string, Json | undefined>>

/** A request before it is signed. */
export interface PlainRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** Encodes a part of an address as signatures need it (RFC 3986). */
function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Name of a member in a form. Protocol `ec2` has its own ("Query protocol", botocore's serialize.py). */
function formName(model: Model, name: string, { queryName, locationName }: Member): string {
  if (model.protocol !== 'ec2') return locationName ?? name
  return queryName ?? (locationName === undefined ? name : capital(locationName))
}

function* formOf(model: Model, shape: Shape, value: unknown, prefix: string): Generator<[string, string]> {
  if (value === undefined || value === null) return
  if (shape.type === 'structure' && isRecord(value)) {
    for (const [name, member] of Object.entries(shape.members ?? {})) {
      const place = formName(model, name, member)
      const below = prefix === '' ? place : `${prefix}.${place}`
      yield* formOf(model, shapeOf(model, member.shape), value[name], below)
    }
  } else if (shape.type === 'list' && Array.isArray(value) && shape.member !== undefined) {
    const { member } = shape
    const isFlat = model.protocol === 'ec2' || shape.flattened === true
    const inside = isFlat ? prefix : `${prefix}.${member.locationName ?? 'member'}`
    for (const [index, item] of value.entries())
      yield* formOf(model, shapeOf(model, member.shape), item, `${inside}.${index + 1}`)
  } else yield [prefix, asText(value)]
}

function restPath(model: Model, name: string, input: Input): string {
  const { path, input: inputName } = operationOf(model, name)
  const members = inputName === undefined ? {} : (shapeOf(model, inputName).members ?? {})
  const [base = '', fixed = ''] = path.split('?', 2)
  const query = fixed === '' ? [] : [fixed]
  let filled = base
  for (const [key, { location, locationName = key }] of Object.entries(members)) {
    const value = input[key]
    if (value === undefined || value === null) continue
    if (location === 'uri') filled = filled.replace(`{${locationName}}`, encodePart(asText(value)))
    else if (location === 'querystring')
      query.push(`${encodePart(locationName)}=${encodePart(asText(value))}`)
  }
  if (filled.includes('{')) throw new TypeError(`${name} needs ${filled}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** The request of an operation, as the protocol of its service has it. Throws where a part of its path is missing. */
export function encodeRequest(model: Model, name: string, input: Input): PlainRequest {
  const { method, input: inputName } = operationOf(model, name)
  switch (model.protocol) {
    case 'rest-json':
    case 'rest-xml':
      return { method, path: restPath(model, name, input), headers: {} }
    case 'json':
      return {
        method,
        path: '/',
        headers: {
          'content-type': `application/x-amz-json-${model.jsonVersion ?? '1.1'}`,
          'x-amz-target': `${model.targetPrefix ?? ''}.${name}`,
        },
        body: JSON.stringify(input),
      }
    default: {
      const shape = inputName === undefined ? undefined : shapeOf(model, inputName)
      const fields = shape === undefined ? [] : [...formOf(model, shape, input, '')]
      const form = new URLSearchParams([['Action', name], ['Version', model.version], ...fields])
      return {
        method,
        path: '/',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: form.toString(),
      }
    }
  }
}
