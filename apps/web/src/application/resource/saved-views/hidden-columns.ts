import { type DataColumn, defineFilters, optionalParameter } from '@binnacle/ui'
import { useFilters } from '../../address/use-filters.ts'

const columnFilters = defineFilters({ hide: optionalParameter() })

/** In the address, where no column is hidden although some are at first. */
const NOTHING = '-'

/** Ids of the hidden columns as the address says. @param atFirst those that are hidden where it says nothing */
export function hiddenOf(text: string | undefined, atFirst: readonly string[]): readonly string[] {
  if (text === undefined) return atFirst
  return text === NOTHING ? [] : text.split(',')
}

/** The text of the address for hidden columns; undefined for those that are hidden at first. */
export function hiddenText(hidden: readonly string[], atFirst: readonly string[]): string | undefined {
  if (hidden.length === atFirst.length && hidden.every((id) => atFirst.includes(id))) return undefined
  return hidden.length === 0 ? NOTHING : hidden.toSorted().join(',')
}

/** Stores in the address which columns of a table are hidden, so that links and saved views contain it. */
export function useHiddenColumns<Row, Group>(columns: readonly DataColumn<Row, Group>[]) {
  const { values, set } = useFilters(columnFilters)
  const atFirst = columns.filter(({ hidden }) => hidden === true).map(({ id }) => id)
  return {
    hiddenColumns: hiddenOf(values.hide, atFirst),
    onHiddenColumnsChange: (hidden: readonly string[]) => set({ hide: hiddenText(hidden, atFirst) }),
  }
}
