import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, type Json, parseBoundedJson } from '@binnacle/plugin-kit/core'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Fields, isFields, isList, valuesAt } from '../../paths.ts'
import { type Model, modelOf, operationOf, type Service, type Shape, shapeOf } from './model.ts'

/** An answer of a service. */
export interface AnswerText {
  service: Service
  operation: string
  text: string
}

type Path = readonly (string | number)[]

/** What an answer holds. */
export interface DecodedAnswer {
  /** With the names of the model; times as ISO 8601. */
  output: Fields
  /** Where values are that Amazon says are secret. */
  secrets: readonly Path[]
}

/** Most work of one JSON text: about two million values without keys. */
const MOST_WORK = 8_000_000
/** Levels of a document. The deepest shapes of the models have fewer. */
const MOST_LEVELS = 40

interface Decoding {
  model: Model
  secrets: Path[]
}

/** A time as ISO 8601; what is no time stays. Services give seconds since 1970, or texts. */
function timeText(value: string | number): string {
  const isSeconds = typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value)
  const time = new Date(isSeconds ? Math.round(Number(value) * 1_000) : value)
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString()
}

const isScalar = ({ type }: Shape) => !['structure', 'list', 'map'].includes(type)

/** A value below a shape, and whether what contains it is secret. */
interface Place {
  path: Path
  isSecret: boolean
}

/** The place of a part. Of a secret map or structure every value is secret, so that its keys stay readable. */
function inside({ path, isSecret }: Place, shape: Shape, key: string | number): Place {
  return { path: [...path, key], isSecret: isSecret || shape.sensitive === true }
}

function note({ secrets }: Decoding, shape: Shape, { path, isSecret }: Place): void {
  // Names of secret variables are none.
  const isBelow = isSecret && path.at(-1) !== 'name'
  if (isBelow || shape.sensitive === true) secrets.push(path)
}

/** A value of JSON. Members that the model does not know stay, as services add some. */
function fromJson(decoding: Decoding, shape: Shape, value: Json, place: Place): Json {
  const { model } = decoding
  if (place.path.length > MOST_LEVELS) return null
  if (shape.type === 'structure' && isFields(value)) {
    const members = new Map(
      Object.entries(shape.members ?? {}).map(([name, member]) => [
        member.locationName ?? name,
        [name, member] as const,
      ]),
    )
    return Object.fromEntries(
      Object.entries(value).flatMap(([wire, item]): [string, Json][] => {
        if (item === null) return []
        const [name, member] = members.get(wire) ?? [wire, undefined]
        if (member === undefined) return [[name, item]]
        return [[name, fromJson(decoding, shapeOf(model, member.shape), item, inside(place, shape, name))]]
      }),
    )
  }
  if (shape.type === 'list' && isList(value) && shape.member !== undefined) {
    const inner = shapeOf(model, shape.member.shape)
    return value.map((item, index) => fromJson(decoding, inner, item, inside(place, shape, index)))
  }
  if (shape.type === 'map' && isFields(value) && shape.value !== undefined) {
    const inner = shapeOf(model, shape.value.shape)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        fromJson(decoding, inner, item, inside(place, shape, key)),
      ]),
    )
  }
  note(decoding, shape, place)
  if (shape.type === 'timestamp' && (typeof value === 'number' || typeof value === 'string'))
    return timeText(value)
  return value
}

/** The elements of a name below an element. The parser gives a list for every name. */
function below(element: unknown, name: string): readonly unknown[] {
  const found = isRecord(element) ? element[name] : undefined
  return Array.isArray(found) ? found : []
}

function textOf(element: unknown): string {
  if (typeof element === 'string') return element
  const inner = isRecord(element) ? element['#text'] : undefined
  return typeof inner === 'string' ? inner : ''
}

function scalarOf({ type }: Shape, text: string): Json {
  if (type === 'boolean') return text.trim() === 'true'
  if (['integer', 'long', 'float', 'double'].includes(type)) {
    const number = Number(text)
    return Number.isFinite(number) && text.trim() !== '' ? number : text
  }
  return type === 'timestamp' ? timeText(text.trim()) : text
}

/** @param elements all of one name; a list may have several, anything else has one */
function fromXml(decoding: Decoding, shape: Shape, elements: readonly unknown[], place: Place): Json {
  const { model } = decoding
  const [element] = elements
  if (isScalar(shape)) {
    note(decoding, shape, place)
    return scalarOf(shape, textOf(element))
  }
  if (place.path.length > MOST_LEVELS) return null
  if (shape.type === 'list' && shape.member !== undefined) {
    const inner = shapeOf(model, shape.member.shape)
    const items = shape.flattened === true ? elements : below(element, shape.member.locationName ?? 'member')
    return items.map((item, index) => fromXml(decoding, inner, [item], inside(place, shape, index)))
  }
  if (shape.type === 'map' && shape.key !== undefined && shape.value !== undefined) {
    const { key, value } = shape
    const entries = shape.flattened === true ? elements : below(element, 'entry')
    return Object.fromEntries(
      entries.map((entry) => {
        const name = textOf(below(entry, key.locationName ?? 'key')[0])
        const found = below(entry, value.locationName ?? 'value')
        return [name, fromXml(decoding, shapeOf(model, value.shape), found, inside(place, shape, name))]
      }),
    )
  }
  return Object.fromEntries(
    Object.entries(shape.members ?? {}).flatMap(([name, member]): [string, Json][] => {
      const inner = shapeOf(model, member.shape)
      const own = member.locationName ?? name
      const wire = inner.flattened === true ? (inner.member?.locationName ?? own) : own
      const found = below(element, wire)
      return found.length === 0 ? [] : [[name, fromXml(decoding, inner, found, inside(place, shape, name))]]
    }),
  )
}

/** Lists that an answer leaves out where they are empty; all others are in every answer. */
const leftOut = new Set(['sqs.ListQueues'])

/** Whether a root element is that of an operation, and not a page of a proxy. */
function isRoot(name: string, { protocol }: Model, operation: string): boolean {
  return protocol === 'rest-xml' ? /(?:Response|Result)$/.test(name) : name === `${operation}Response`
}

/** The element that holds the output: the root, or the one inside that the model names. */
function outputElement(text: string, model: Model, operation: string): Result<unknown, string> {
  // Half an answer would else be an empty list.
  if (XMLValidator.validate(text) !== true) return fail('is not XML')
  const parsed: unknown = new XMLParser({
    ignoreAttributes: true,
    ignoreDeclaration: true,
    parseTagValue: false,
    trimValues: false,
    isArray: () => true,
  }).parse(text)
  const roots = isRecord(parsed) ? Object.entries(parsed).filter(([name]) => !name.startsWith('#')) : []
  const [name = '', elements] = roots[0] ?? []
  if (!isRoot(name, model, operation))
    return fail(`is not an answer of ${operation}, but <${name.slice(0, 100)}>`)
  const root: unknown = Array.isArray(elements) ? elements[0] : undefined
  const { wrapper } = operationOf(model, operation)
  const element = wrapper === undefined ? root : below(root, wrapper)[0]
  return element === undefined ? fail(`has no output of ${operation}`) : succeed(element)
}

/** What the parser says of an answer that it cannot read is not for people. */
function parsedElement(text: string, model: Model, operation: string): Result<unknown, string> {
  try {
    return outputElement(text, model, operation)
  } catch {
    return fail('is not XML')
  }
}

/** Reads an answer by the model of its service, in a worker. */
export async function decodeAnswer(answer: AnswerText): Promise<Result<DecodedAnswer, string>> {
  const { service, operation, text } = answer
  const model = await modelOf(service)
  const { output: name, pages } = operationOf(model, operation)
  const shape = shapeOf(model, name)
  const decoding: Decoding = { model, secrets: [] }
  const whole: Place = { path: [], isSecret: false }
  let output: Json
  if (['query', 'ec2', 'rest-xml'].includes(model.protocol)) {
    const element = parsedElement(text, model, operation)
    if (!element.ok) return element
    output = fromXml(decoding, shape, [element.value], whole)
  } else {
    const parsed = parseBoundedJson(text, MOST_WORK)
    if (!parsed.ok) return fail(parsed.failure.message)
    if (!isFields(parsed.value)) return fail('is not an object')
    output = fromJson(decoding, shape, parsed.value, whole)
    const isWhole = pages === undefined || leftOut.has(`${service}.${operation}`)
    if (!isWhole && (!isFields(output) || !isList(valuesAt(output, pages.list)[0])))
      return fail(`is not an answer of ${operation}: it has no list "${pages.list}"`)
  }
  return isFields(output) ? succeed({ output, secrets: decoding.secrets }) : fail('is not an object')
}
