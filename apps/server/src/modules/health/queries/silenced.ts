import type {
  CheckCards,
  CheckCell,
  CheckDetail,
  CheckFacets,
  CheckList,
  CheckPivot,
} from '@binnacle/contract/health'
import type { ResourceSilence } from '@binnacle/contract/notifications'
import type { ActiveSilence, Silencing } from '../../silences/index.ts'

const shown = ({ id, kind, until, description }: ActiveSilence): ResourceSilence => ({
  id,
  kind,
  until: until?.toISOString() ?? null,
  description: description ?? null,
})

/** Maintenance that a page names at most. */
const MOST_NAMED = 3

/** Adds to answers which checks are silenced, and until when. Without silences it costs no query. */
export function createSilenceMarks(silencing: Silencing) {
  const silencesOf = (ids: readonly string[], now: Date) => silencing.shown('check', ids, now)
  const marked = <Row extends { id: string }>(
    rows: readonly Row[],
    silences: ReadonlyMap<string, ActiveSilence>,
  ) =>
    rows.map((row) => {
      const silence = silences.get(row.id)
      return silence === undefined ? row : { ...row, silenced: shown(silence) }
    })
  return {
    async list(list: CheckList, now: Date): Promise<CheckList> {
      const silences = await silencesOf(
        list.rows.map(({ id }) => id),
        now,
      )
      if (silences.size === 0) return list
      return { ...list, rows: marked(list.rows, silences) }
    },
    async cards(list: CheckCards, now: Date): Promise<CheckCards> {
      const ids = list.cards.flatMap(({ cells }) => cells.map(({ id }) => id))
      const silences = await silencesOf(ids, now)
      if (silences.size === 0) return list
      const cards = list.cards.map((card) => ({ ...card, cells: marked(card.cells, silences) }))
      return { ...list, cards }
    },
    async cells(cells: readonly CheckCell[], now: Date): Promise<CheckCell[]> {
      const ids = cells.map(({ id }) => id)
      return marked(cells, await silencesOf(ids, now))
    },
    /** A cell of several checks has no mark: some of them may be silenced, and some not. */
    async pivot(pivot: CheckPivot, now: Date): Promise<CheckPivot> {
      const ids = pivot.rows.flatMap(({ cells }) => cells.flatMap(({ check }) => check ?? []))
      const silences = await silencesOf(ids, now)
      if (silences.size === 0) return pivot
      const rows = pivot.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => {
          const silence = cell.check === null ? undefined : silences.get(cell.check)
          return silence === undefined ? cell : { ...cell, silenced: shown(silence) }
        }),
      }))
      return { ...pivot, rows }
    },
    async detail(check: CheckDetail, now: Date): Promise<CheckDetail> {
      const silence = (await silencesOf([check.id], now)).get(check.id)
      return silence === undefined ? check : { ...check, silenced: shown(silence) }
    },
    async facets(facets: CheckFacets, now: Date): Promise<CheckFacets> {
      const maintenance = await silencing.maintenance('check', now)
      return maintenance.length === 0
        ? facets
        : { ...facets, maintenance: maintenance.slice(0, MOST_NAMED).map(shown) }
    },
  }
}

export type SilenceMarks = ReturnType<typeof createSilenceMarks>
