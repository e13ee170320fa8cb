import { type Field, offersAt } from '@binnacle/query'
import { type ListSearch, queryProblem } from './list-search.ts'

/**
 * Defines the search box of a list whose queries the server reads with fields of the contract.
 * @param valuesOf loads the values of a field that are known; by default only those of choices and times are offered
 */
export function fieldSearch(
  fields: readonly Field[],
  valuesOf: (field: string, signal: AbortSignal) => Promise<readonly string[]> = async () => [],
): ListSearch {
  return {
    problemOf: (text) => queryProblem(text, fields),
    offersAt: (text, at, signal) =>
      offersAt(
        fields,
        {
          keys: async () => undefined,
          async values({ field }, prefix) {
            const values = await valuesOf(field.name, signal)
            return values
              .filter((value) => value.toLowerCase().startsWith(prefix.toLowerCase()))
              .map((value) => ({ value, help: '' }))
          },
        },
        text,
        at,
      ),
  }
}
