import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useShortcuts, useShortcutsAvailable } from '../shortcuts/shortcuts-provider.tsx'
import { classNames } from '../utilities/class-names.ts'
import { Input } from './input.tsx'
import { Kbd } from './kbd.tsx'
import { useSearchDraft } from './search-draft.ts'

/** What a search field takes. */
export interface SearchFieldProps {
  /** What was searched last. */
  value: string
  onSearch: (text: string) => void
  label: string
  placeholder?: string
  /** Milliseconds without a keystroke before `onSearch` is called; 400 if not given. */
  delay?: number
  /** The key that moves the focus here, `/` if not given; null for a second search field on a page. */
  focusKeys?: string | null
  className?: string
}

/** A search field. Enter searches at once, Escape clears, the key in the hint brings the focus here. */
export function SearchField(props: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const draft = useSearchDraft(props.value, props.onSearch, props.delay)
  const focusKeys = props.focusKeys === undefined ? '/' : props.focusKeys
  const hinted = useShortcutsAvailable() && focusKeys !== null
  useShortcuts(
    focusKeys === null
      ? []
      : [
          {
            keys: focusKeys,
            label: props.label,
            group: 'This page',
            perform: () => {
              input.current?.focus()
              input.current?.select()
            },
          },
        ],
  )

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') draft.flush()
    // An Escape that clears must not also close the panel around the field.
    if (event.key === 'Escape' && draft.text !== '') {
      event.stopPropagation()
      draft.clear()
    }
  }

  return (
    <div className={classNames('group relative', props.className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-muted"
      />
      <Input
        ref={input}
        type="search"
        aria-label={props.label}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={draft.text}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full pr-7 pl-7"
      />
      {draft.text === '' ? (
        hinted && (
          <Kbd
            keys={focusKeys}
            className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 group-focus-within:hidden max-sm:hidden pointer-coarse:hidden"
          />
        )
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            draft.clear()
            input.current?.focus()
          }}
          className="absolute top-1/2 right-0.5 flex size-6 -translate-y-1/2 items-center justify-center rounded-small text-muted hover:bg-hover hover:text-primary"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </div>
  )
}
