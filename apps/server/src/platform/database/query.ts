import { type Field, parseQuery, type QueryProblem, type Search, validateSearch } from '@binnacle/query'
import { RequestError } from '../errors.ts'

function refused({ message, from }: QueryProblem): RequestError {
  return new RequestError('EINVALID', message, [{ path: 'query', message, line: 1, column: from + 1 }])
}

/** Reads the query of a search box. @throws RequestError with the position of a problem */
export function readQuery<Place>(text: string, fields: readonly (Field & Place)[]): Search<Place> {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw refused(parsed.failure)
  const search = validateSearch(parsed.value, fields)
  if (!search.ok) throw refused(search.failure)
  return search.value
}
