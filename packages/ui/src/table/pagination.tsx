import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { Input } from '../primitives/input.tsx'
import { Select } from '../primitives/select.tsx'
import { classNames } from '../utilities/class-names.ts'
import { clampPage, describePage, pageCount, pageSizes } from './pages.ts'

const sizeOptions = pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))

/** Field that jumps to a page. People may type any number; it is clamped on submit. */
function PageField(props: { page: number; pages: number; onJump: (page: number) => void }): ReactNode {
  const [draft, setDraft] = useState<string>()
  function take(): void {
    const page = draft === undefined ? undefined : clampPage(draft, props.pages)
    setDraft(undefined)
    if (page !== undefined && page !== props.page) props.onJump(page)
  }
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap text-secondary">
      <span className="max-sm:sr-only">Page</span>
      <Input
        aria-label="Go to page"
        inputMode="numeric"
        value={draft ?? String(props.page)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape') setDraft(undefined)
        }}
        className="h-control-small w-12 px-1 text-center numeric"
      />
      <span className="numeric">of {props.pages}</span>
    </span>
  )
}

/**
 * Controls for the pages of a list.
 * @param props.pageIndex counted from 0
 * @param props.onChange receives the new page and size; a new size starts at the first page
 */
export function Pagination(props: {
  pageIndex: number
  pageSize: number
  total: number
  onChange: (page: { pageIndex: number; pageSize: number }) => void
  /** Distinguishes two paginations on one page. */
  label?: string
  className?: string
}): ReactNode {
  const { pageIndex, pageSize, total } = props
  const pages = pageCount(total, pageSize)
  const go = (index: number): void => props.onChange({ pageIndex: index, pageSize })
  const listed = sizeOptions.some((option) => option.value === String(pageSize))
  return (
    <nav
      aria-label={props.label ?? 'Pages'}
      className={classNames('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', props.className)}
    >
      <output className="whitespace-nowrap text-secondary numeric">
        {describePage(pageIndex, pageSize, total)}
      </output>
      <div className="flex items-center gap-2 sm:gap-3">
        <Select
          label="Rows per page"
          size="small"
          value={String(pageSize)}
          onChange={(value) => props.onChange({ pageIndex: 0, pageSize: Number(value) })}
          options={
            listed ? sizeOptions : [{ value: String(pageSize), label: `${pageSize} rows` }, ...sizeOptions]
          }
        />
        <PageField page={pageIndex + 1} pages={pages} onJump={(page) => go(page - 1)} />
        <span className="flex">
          <IconButton
            label="Previous page"
            size="small"
            tooltipSide="top"
            icon={<ChevronLeft className="size-4" />}
            disabled={pageIndex <= 0}
            onClick={() => go(pageIndex - 1)}
          />
          <IconButton
            label="Next page"
            size="small"
            tooltipSide="top"
            icon={<ChevronRight className="size-4" />}
            disabled={pageIndex >= pages - 1}
            onClick={() => go(pageIndex + 1)}
          />
        </span>
      </div>
    </nav>
  )
}
