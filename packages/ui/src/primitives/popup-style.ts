/** Classes shared by all popups. */
export const popupClass =
  'popup-motion max-h-(--available-height) max-w-[min(calc(100vw-1rem),24rem)] overflow-y-auto overscroll-contain rounded-panel bg-raised text-primary shadow-popup outline-none'

/** Classes of an item of a menu or a list of options. */
export const popupItemClass =
  'flex min-h-control items-center gap-2 rounded-control px-2 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0'

/** Classes of a heading within a menu or a list of options. */
export const popupHeadingClass = 'px-2 pt-2 pb-1 text-caption font-medium text-muted'
