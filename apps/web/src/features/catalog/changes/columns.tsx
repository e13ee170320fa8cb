import { type CatalogChange, changeColumns, DOCUMENT_SOURCE } from '@binnacle/contract/catalog'
import { sortTags } from '@binnacle/contract/text'
import { Age, type DataColumn, NoValue, TextLink, TruncatedName, TruncatedText } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { Filterable, type FilterBy, Tags } from '../cells.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { pairText } from '../filter-text.ts'
import { configHref } from '../paths.ts'
import { ChangeIcon } from './change-icon.tsx'
import { SeverityMark } from '../severity.tsx'

/** Sets filters from cells. */
export interface ChangeCells {
  onConfig: FilterBy | undefined
  onType: FilterBy
  onSummary: FilterBy
  onTag: FilterBy
  /** @param external whether the value is a name outside the product */
  onAuthor: (value: string, external: boolean, state: 1 | -1) => void
  onSource: FilterBy
  people: ReadonlyMap<string, string>
}

/** When a change was last seen, and how often since when. Source: CHG-009. */
function LastSeen({ change }: { change: CatalogChange }): ReactNode {
  const { count, created_at: time, first_observed: first } = change
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <Age time={time} />
      {count > 1 && (
        <span data-above-row="" className="min-w-0 truncate text-small text-muted">
          {`x ${count.toLocaleString('en')} over `}
          <Age time={first} />
        </span>
      )}
    </span>
  )
}

/**
 * Who made a change: a person, else a name outside the product, else its source. A comparison of documents does not know
 * who changed them.
 */
function CreatedBy({ change, cells }: { change: CatalogChange; cells: ChangeCells }): ReactNode {
  const { created_by: person, external_created_by: external, source } = change
  if (person !== null) {
    const name = cells.people.get(person) ?? person
    return (
      <Filterable what={name} onFilter={(state) => cells.onAuthor(person, false, state)}>
        {name}
      </Filterable>
    )
  }
  if (external !== null && external !== '')
    return (
      <Filterable what={external} onFilter={(state) => cells.onAuthor(external, true, state)}>
        {external}
      </Filterable>
    )
  if (source !== null && source !== '' && source !== DOCUMENT_SOURCE)
    return (
      <Filterable what={source} onFilter={(state) => cells.onSource(source, state)}>
        <span className="text-muted">{source}</span>
      </Filterable>
    )
  return <NoValue />
}

/** The columns of lists of changes. Source: CHG-008. */
export function changeTableColumns(cells: ChangeCells): readonly DataColumn<CatalogChange>[] {
  return dataColumns(changeColumns, {
    created_at: { width: 130, grow: 0, cell: (change) => <LastSeen change={change} /> },
    name: {
      width: 190,
      grow: 2,
      narrow: 'below',
      cell: ({ config_id: id, name, type }) => {
        const link = (
          <TextLink
            href={configHref(id)}
            className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top"
          >
            <ConfigIcon type={type} className="size-3.5 shrink-0 text-muted" />
            <TruncatedName text={name} />
          </TextLink>
        )
        const filter = cells.onConfig
        return filter === undefined ? (
          link
        ) : (
          <Filterable what={name} onFilter={(state) => filter(id, state)}>
            {link}
          </Filterable>
        )
      },
    },
    change_type: {
      width: 140,
      grow: 1,
      narrow: 'keep',
      stackedWidth: 130,
      cell: ({ change_type: type, severity }) => (
        <Filterable what={type} onFilter={(state) => cells.onType(type, state)}>
          <span className="flex min-w-0 items-center gap-1.5">
            <ChangeIcon type={type} />
            <span className="min-w-0 truncate">{type}</span>
            <SeverityMark severity={severity} />
          </span>
        </Filterable>
      ),
    },
    summary: {
      width: 200,
      grow: 4,
      cell: ({ summary }) =>
        summary === null || summary === '' ? (
          <NoValue />
        ) : (
          <Filterable what={summary} onFilter={(state) => cells.onSummary(summary, state)}>
            <TruncatedText text={summary} />
          </Filterable>
        ),
    },
    tags: {
      width: 170,
      grow: 1,
      rank: 2,
      cell: ({ tags }) => {
        const [first] = sortTags(tags)
        return first === undefined ? (
          <NoValue />
        ) : (
          <Filterable
            what={`${first[0]}: ${first[1]}`}
            onFilter={(state) => cells.onTag(pairText(...first), state)}
          >
            <Tags tags={tags} />
          </Filterable>
        )
      },
    },
    created_by: { width: 140, rank: 1, cell: (change) => <CreatedBy change={change} cells={cells} /> },
  })
}
