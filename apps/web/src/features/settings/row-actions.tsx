import { buttonClass, type DataColumn, IconButton, PlainLink } from '@binnacle/ui'
import { Pencil, Trash2 } from 'lucide-react'

/**
 * The column of what can be done with a row.
 * @param setup.nameOf what a row is called, for those who listen
 * @param setup.href leads to the form of a row; without it a row is changed elsewhere
 * @param setup.fixed whether nothing can be done with a row
 * @param setup.undeletable why a row cannot be deleted; undefined where it can
 */
export function actionsColumn<Row>(setup: {
  nameOf: (row: Row) => string
  href?: (row: Row) => string
  onDelete: (row: Row) => void
  fixed?: (row: Row) => boolean
  undeletable?: (row: Row) => string | undefined
}): DataColumn<Row> {
  const { nameOf, href, onDelete, fixed, undeletable } = setup
  return {
    id: 'actions',
    header: 'Actions',
    width: href === undefined ? 72 : 84,
    narrow: 'keep',
    cell: (row) =>
      fixed?.(row) === true ? null : (
        <span className="flex" data-above-row="">
          {href !== undefined && (
            <PlainLink
              href={href(row)}
              aria-label={`Edit ${nameOf(row)}`}
              className={buttonClass({ variant: 'ghost', size: 'small', square: true })}
            >
              <Pencil aria-hidden="true" className="size-3.5" />
            </PlainLink>
          )}
          <IconButton
            label={`Delete ${nameOf(row)}`}
            size="small"
            icon={<Trash2 className="size-3.5" />}
            disabledReason={undeletable?.(row)}
            onClick={() => onDelete(row)}
          />
        </span>
      ),
  }
}
