import { isRecord } from '@binnacle/plugin-kit/core'
import { asText } from '../../paths.ts'
import { type Member, type Model, operationOf, type Shape, shapeOf } from '../codec/model.ts'

/** Writes what a service answers as its protocol has it, by its published model. */

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function timeOf(value: unknown): Date {
  return new Date(typeof value === 'number' ? value * 1_000 : asText(value))
}

function toXml(model: Model, shape: Shape, value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  const element = (inner: string) => (inner === '' ? `<${name}/>` : `<${name}>${inner}</${name}>`)
  if (shape.type === 'structure' && isRecord(value)) return element(membersXml(model, shape, value))
  if (shape.type === 'list' && Array.isArray(value) && shape.member !== undefined) {
    const { member } = shape
    const inner = shapeOf(model, member.shape)
    const isFlat = shape.flattened === true
    const wire = member.locationName ?? (isFlat ? name : 'member')
    const items = value.map((item) => toXml(model, inner, item, wire)).join('\n')
    return isFlat ? items : element(items)
  }
  if (shape.type === 'map' && isRecord(value) && shape.key !== undefined && shape.value !== undefined) {
    const { key, value: values } = shape
    const inner = shapeOf(model, values.shape)
    const entries = Object.entries(value).map(
      ([text, item]) =>
        `<entry><${key.locationName ?? 'key'}>${escaped(text)}</${key.locationName ?? 'key'}>${toXml(model, inner, item, values.locationName ?? 'value')}</entry>`,
    )
    return element(entries.join(''))
  }
  if (shape.type === 'timestamp') return element(timeOf(value).toISOString())
  return element(escaped(asText(value)))
}

function membersXml(model: Model, shape: Shape, value: Readonly<Record<string, unknown>>): string {
  return Object.entries(shape.members ?? {})
    .map(([name, member]) =>
      toXml(model, shapeOf(model, member.shape), value[name], member.locationName ?? name),
    )
    .join('\n')
}

function toJson(model: Model, shape: Shape, value: unknown): unknown {
  const below = (member: Member | undefined, item: unknown) =>
    member === undefined ? item : toJson(model, shapeOf(model, member.shape), item)
  if (shape.type === 'structure' && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const member = shape.members?.[name]
        return [member?.locationName ?? name, below(member, item)]
      }),
    )
  if (shape.type === 'list' && Array.isArray(value)) return value.map((item) => below(shape.member, item))
  if (shape.type === 'map' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, below(shape.value, item)]))
  if (shape.type === 'timestamp') return timeOf(value).getTime() / 1_000
  return value
}

/** An answer as a service sends it. */
export function writeAnswer(
  model: Model,
  name: string,
  output: Readonly<Record<string, unknown>>,
): { type: string; text: string } {
  const { output: outputName, wrapper } = operationOf(model, name)
  const shape = shapeOf(model, outputName)
  if (model.protocol === 'json' || model.protocol === 'rest-json')
    return { type: 'application/x-amz-json-1.1', text: JSON.stringify(toJson(model, shape, output)) }
  const members = membersXml(model, shape, output)
  const inner = wrapper === undefined ? members : `<${wrapper}>${members}</${wrapper}>`
  return {
    type: 'text/xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<${name}Response xmlns="https://example.amazonaws.com/doc/">\n${inner}\n<requestId>59dbff89-35bd-4eac-99ed-be587EXAMPLE</requestId></${name}Response>`,
  }
}

/** A refusal as a service sends it ("Common errors" of each API reference). */
export function writeError(model: Model, code: string, message: string): { type: string; text: string } {
  switch (model.protocol) {
    case 'json':
    case 'rest-json':
      return {
        type: 'application/x-amz-json-1.1',
        text: JSON.stringify({ __type: `com.amazonaws.example#${code}`, message }),
      }
    case 'ec2':
      return {
        type: 'text/xml',
        text: `<Response><Errors><Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error></Errors><RequestID>ea966190-f9aa-478e-9ede-example</RequestID></Response>`,
      }
    default:
      return {
        type: 'text/xml',
        text: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped(message)}</Message></Error></ErrorResponse>`,
      }
  }
}
