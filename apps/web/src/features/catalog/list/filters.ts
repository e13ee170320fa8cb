import { itemSortColumns, type ItemSortColumn } from '@binnacle/contract/catalog'
import {
  choiceParameter,
  defineFilters,
  optionalParameter,
  textParameter,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { pageParameters } from '../../../application/address/list.ts'

/** How the summary is grouped at first. Source: CAT-005. */
export const DEFAULT_GROUPING = 'config_class,type'

/** The parameters of the catalog. Source: CAT-004. */
export const catalogFilters = defineFilters({
  configType: optionalParameter(),
  /** Synonym of `configType`. Source: CAT-030. */
  type: optionalParameter(),
  search: textParameter(),
  /** Words that documents contain. */
  words: textParameter(),
  labels: triStateParameter(),
  /** `team:ID`, `person:ID` and `nobody`. */
  owner: triStateParameter(),
  /** Fields that people added, as `name=value`. */
  fields: triStateParameter(),
  status: triStateParameter(),
  health: triStateParameter(),
  groupBy: textParameter(DEFAULT_GROUPING),
  groupByProp: optionalParameter(),
  /** Undefined leaves the choice to what this browser stores. */
  hideDeleted: optionalParameter(),
  /** Whether archived items are shown. Undefined leaves the choice to what this browser stores. */
  archived: optionalParameter(),
  sortBy: choiceParameter<ItemSortColumn>(itemSortColumns, 'type'),
  sortOrder: choiceParameter<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
  ...pageParameters(),
})
export type CatalogValues = ValuesOf<typeof catalogFilters>

/** Values that filter nothing. */
export const noFilters = {
  configType: undefined,
  type: undefined,
  search: '',
  words: '',
  labels: new Map(),
  owner: new Map(),
  fields: new Map(),
  status: new Map(),
  health: new Map(),
  pageIndex: 0,
} as const satisfies Partial<CatalogValues>

/** The type that the list is of; undefined for all. */
export function typeOf({ configType, type }: Pick<CatalogValues, 'configType' | 'type'>): string | undefined {
  return configType ?? type
}

/** Whether the summary is shown: nothing chooses a type or searches. Source: CAT-011. */
export function isSummary(values: Pick<CatalogValues, 'configType' | 'type' | 'search' | 'words'>): boolean {
  return typeOf(values) === undefined && values.search.trim() === '' && values.words.trim() === ''
}

const TAG_SUFFIX = '__tag'

/** A level by which the summary groups. */
export type GroupLevel = { kind: 'column'; name: string } | { kind: 'tag'; name: string }

/** The levels of a grouping, outermost first. */
export function levelsOf(groupBy: string): readonly GroupLevel[] {
  return groupBy
    .split(',')
    .filter((part) => part !== '')
    .map((part) =>
      part.endsWith(TAG_SUFFIX)
        ? { kind: 'tag', name: part.slice(0, -TAG_SUFFIX.length) }
        : { kind: 'column', name: part },
    )
}

/** The text of a level in the address. */
export function levelText(level: GroupLevel): string {
  return level.kind === 'tag' ? `${level.name}${TAG_SUFFIX}` : level.name
}

/** The groups that the server is asked for. The class is read from the type where both are levels. */
export function requestGroups(groupBy: string): readonly string[] {
  const levels = levelsOf(groupBy)
  const hasType = levels.some(({ name }) => name === 'type')
  const names = levels.filter(({ name }) => name !== 'config_class' || !hasType).map(levelText)
  return names.length === 0 ? ['type'] : names
}
