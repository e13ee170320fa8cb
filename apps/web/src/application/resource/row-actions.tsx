import { buttonClass, type DataColumn, type Href, IconButton, PlainLink } from '@binnacle/ui'
import { Pencil, Trash2 } from 'lucide-react'
import type { LinkIcon } from './resource.ts'

/**
 * Creates the column with the actions of a row.
 * @param setup.nameOf name of the row, for screen readers
 * @param setup.href address of the form of a row; omit it if rows are edited elsewhere
 * @param setup.others further links of a row, between editing and deleting
 * @param setup.fixed whether a row has no actions, as rows from a file have none
 * @param setup.undeletable why a row cannot be deleted; undefined to allow
 */
export function actionsColumn<Row>(setup: {
  nameOf: (row: Row) => string
  href?: (row: Row) => Href
  others?: readonly { label: (row: Row) => string; icon: LinkIcon; href: (row: Row) => Href }[]
  onDelete: (row: Row) => void
  fixed?: (row: Row) => boolean
  undeletable?: (row: Row) => string | undefined
}): DataColumn<Row> {
  const { nameOf, href, others = [], onDelete, fixed, undeletable } = setup
  return {
    id: 'actions',
    header: 'Actions',
    width: (href === undefined ? 72 : 84) + others.length * 28,
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
          {others.map(({ label, icon: Icon, href: hrefOf }) => (
            <PlainLink
              key={label(row)}
              href={hrefOf(row)}
              aria-label={label(row)}
              title={label(row)}
              className={buttonClass({ variant: 'ghost', size: 'small', square: true })}
            >
              <Icon aria-hidden="true" className="size-3.5" />
            </PlainLink>
          ))}
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
