import { DataError } from '../errors.ts'
import type { Format } from '../sql/answer.ts'

/** The format of an answer. */
export interface Media {
  format: Exclude<Format, 'none'> | 'scalar' | 'openapi'
  stripNulls: boolean
  contentType: string
}

const json: Media = { format: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }

function read(type: string, parameters: readonly string[]): Media | undefined {
  const stripNulls = parameters.includes('nulls=stripped')
  const suffix = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return json
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return {
        format: 'array',
        stripNulls,
        contentType: `application/vnd.pgrst.array+json${suffix}; charset=utf-8`,
      }
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        format: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${suffix}; charset=utf-8`,
      }
    case 'text/csv':
      return { format: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    case 'text/plain':
      return { format: 'scalar', stripNulls: false, contentType: 'text/plain; charset=utf-8' }
    case 'application/octet-stream':
      return { format: 'scalar', stripNulls: false, contentType: 'application/octet-stream' }
    case 'application/openapi+json':
      return { format: 'openapi', stripNulls: false, contentType: 'application/openapi+json; charset=utf-8' }
    default:
      return undefined
  }
}

/**
 * Chooses the first type of `Accept`, by weight and then position, that `serves` accepts.
 * @throws DataError 406 if no type fits
 */
export function negotiate(accept: string | null, serves: (media: Media) => boolean): Media {
  const wanted = (accept ?? '*/*')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { type: type.toLowerCase(), parameters, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ type }) => type !== '')
    .sort((one, other) => other.weight - one.weight)
  for (const { type, parameters } of wanted.length === 0 ? [{ type: '*/*', parameters: [] }] : wanted) {
    const media = read(type, parameters)
    if (media !== undefined && serves(media)) return media
  }
  throw new DataError(
    406,
    'PGRST107',
    `None of these media types are available: ${wanted.map(({ type }) => type).join(', ')}`,
  )
}
