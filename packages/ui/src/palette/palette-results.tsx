import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { Kbd } from '../primitives/kbd.tsx'
import { Spinner } from '../primitives/spinner.tsx'
import { ShortcutLayer } from '../shortcuts/shortcuts-provider.tsx'
import { PaletteList } from './palette-list.tsx'
import { readRecent, rememberRecent } from './recent.ts'
import { type PaletteItem, searchItems } from './search-items.ts'

/** What the palette takes. */
export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Everything that can be found now. Items the server found for the query are added here with `found`. */
  items: readonly PaletteItem[]
  /** Called at each change of the query, so that the app can ask the server. */
  onQueryChange?: (query: string) => void
  /** The server has been asked and has not answered yet. */
  loading?: boolean
  placeholder?: string
  /** Where this browser remembers what was chosen last. */
  recentKey?: string
}

/** Finds any page, thing or action by typing. */
export function CommandPalette(props: CommandPaletteProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-motion fixed inset-0 z-dialog bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-dialog flex items-start justify-center p-3 pt-[max(0.75rem,12dvh)]">
          <Dialog.Popup
            initialFocus={input}
            aria-label="Command palette"
            className="popup-motion flex max-h-[min(32rem,80dvh)] w-full max-w-xl flex-col overflow-clip rounded-dialog bg-raised text-primary shadow-panel outline-none"
          >
            <ShortcutLayer>
              <PaletteContent {...props} inputRef={input} />
            </ShortcutLayer>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Kept apart so that the query is forgotten when the palette closes. */
function PaletteContent({
  inputRef,
  ...props
}: CommandPaletteProps & { inputRef: React.RefObject<HTMLInputElement | null> }): ReactNode {
  const recentKey = props.recentKey ?? 'binnacle.palette.recent'
  const listId = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const [recent] = useState(() => readRecent(recentKey))
  // Typing stays ahead of the list when there are thousands of items.
  const wanted = useDeferredValue(query)
  const groups = useMemo(() => searchItems(props.items, wanted, recent), [props.items, wanted, recent])
  const matches = groups.flatMap((group) => group.matches)
  const active = Math.min(chosen, matches.length - 1)

  function choose(item: PaletteItem): void {
    rememberRecent(recentKey, item.id)
    props.onOpenChange(false)
    item.perform()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && matches.length > 0) {
      event.preventDefault()
      setChosen((active + step + matches.length) % matches.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // The list may still show the matches of what was typed before; the key is meant for what is typed now.
      const now = wanted === query ? groups : searchItems(props.items, query, recent)
      const match = now.flatMap((group) => group.matches)[active]
      if (match !== undefined) choose(match.item)
    }
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      props.onOpenChange(false)
    }
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          ref={inputRef}
          role="combobox"
          aria-label="Search pages, things and actions"
          aria-expanded={matches.length > 0}
          aria-autocomplete="list"
          aria-controls={matches.length > 0 ? listId : undefined}
          aria-activedescendant={matches.length > 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder ?? 'Search or run a command…'}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
            props.onQueryChange?.(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-lead outline-none"
        />
        {props.loading === true && <Spinner />}
      </div>
      <PaletteList id={listId} groups={groups} active={active} onPoint={setChosen} onChoose={choose} />
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
    </>
  )
}
