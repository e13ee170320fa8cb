import { Search } from 'lucide-react'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from '../primitives/kbd.tsx'
import { Spinner } from '../primitives/spinner.tsx'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'

/** State that the list reports to the field. */
interface PaletteListing {
  /** Index of the selected match among all matches; undefined if missing. */
  active: number | undefined
  /** Whether an answer of the server is awaited. */
  loading: boolean
}

/** The list's handlers for keys pressed in the field. */
interface PaletteKeys {
  onKeyDown: (event: KeyboardEvent) => void
  /** Opens the selected match, as Enter does. */
  choose: () => void
}

/** What the field and the list of a palette share. */
interface PaletteLink {
  query: string
  listId: string
  /** Passes keys of the field to the list. @returns detaches the list */
  attach: (keys: PaletteKeys) => () => void
  describe: (listing: PaletteListing) => void
  close: () => void
}

const PaletteContext = createContext<PaletteLink | undefined>(undefined)

/** Returns the field of the surrounding palette. */
export function usePaletteLink(): PaletteLink {
  const link = use(PaletteContext)
  if (link === undefined) throw new Error('A list of a palette needs a PaletteFrame around it')
  return link
}

/** Props of the palette's window. */
export interface PaletteFrameProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called at each change of the query, so that the app can search on the server. */
  onQueryChange?: (query: string) => void
  placeholder?: string
  /** The PaletteResults. They may load later; they then use the query typed meanwhile. */
  children: ReactNode
}

/**
 * The palette's window with its field. It is small, so that it opens at once; the larger list loads into it. The
 * browser's dialog element traps the focus and restores it.
 */
export function PaletteFrame(props: PaletteFrameProps): ReactNode {
  // At the end of the page: an open drawer hides everything else from screen readers.
  return props.open && createPortal(<PaletteDialog {...props} />, document.body)
}

function PaletteDialog(props: PaletteFrameProps): ReactNode {
  const { onOpenChange } = props
  const frame = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = frame.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // Keyboard users press Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={frame}
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onOpenChange(false)
      }}
      onClick={(event) => {
        // The dialog element itself is the backdrop around its content.
        if (event.target === event.currentTarget) onOpenChange(false)
      }}
      onKeyDown={(event) => {
        // A drawer below must not close as well.
        if (event.key === 'Escape') event.stopPropagation()
      }}
      className="mx-auto mt-[max(0.75rem,12dvh)] mb-auto w-[calc(100%-1.5rem)] max-w-xl overflow-clip rounded-dialog bg-raised p-0 text-primary shadow-panel outline-none backdrop:bg-scrim"
    >
      <div className="flex max-h-[min(32rem,80dvh)] flex-col">
        <ShortcutLayer>
          <PaletteContent {...props} />
        </ShortcutLayer>
      </div>
    </dialog>
  )
}

/** A separate component, so that closing the palette resets the query. */
function PaletteContent(props: PaletteFrameProps): ReactNode {
  const { onOpenChange } = props
  const listId = useId()
  const [query, setQuery] = useState('')
  const [listing, setListing] = useState<PaletteListing>()
  const keys = useRef<PaletteKeys | undefined>(undefined)
  // Enter was pressed before the list loaded: open its best match.
  const hurried = useRef(false)
  const attach = useCallback((attached: PaletteKeys) => {
    keys.current = attached
    if (hurried.current) attached.choose()
    return () => {
      keys.current = undefined
    }
  }, [])
  const link = useMemo<PaletteLink>(
    () => ({ query, listId, attach, describe: setListing, close: () => onOpenChange(false) }),
    [query, listId, attach, onOpenChange],
  )

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onOpenChange(false)
    } else if (keys.current !== undefined) keys.current.onKeyDown(event)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) hurried.current = true
  }

  const active = listing?.active
  return (
    <PaletteContext value={link}>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search pages, things and actions"
          aria-expanded={active !== undefined}
          aria-autocomplete="list"
          aria-controls={active === undefined ? undefined : listId}
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog would give it the focus a frame later, and the first letter is typed by then
          autoFocus
          placeholder={props.placeholder ?? 'Search or run a command…'}
          value={query}
          onChange={(event) => {
            hurried.current = false
            setQuery(event.target.value)
            props.onQueryChange?.(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-lead outline-none"
        />
        {listing?.loading !== false && <Spinner />}
      </div>
      {props.children}
      <div
        aria-hidden="true"
        className="flex items-center gap-4 border-t border-line px-4 py-2 text-small text-muted max-sm:hidden"
      >
        <span className="flex items-center gap-1.5">
          <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> to move
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd keys="Enter" /> to choose
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd keys="Escape" /> to close
        </span>
      </div>
    </PaletteContext>
  )
}
