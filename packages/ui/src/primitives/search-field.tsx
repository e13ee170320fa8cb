import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useShortcuts, useShortcutsAvailable } from '../shortcuts/shortcuts-provider.tsx'
import { Input } from './input.tsx'
import { Kbd } from './kbd.tsx'
import { useSearchDraft } from './search-draft.ts'
import { offerId, SearchOfferList } from './search-offer-list.tsx'
import { type SearchProblem, SearchProblemText } from './search-problem.tsx'
import { type OffersAt, useOffers } from './search-offers.ts'

/** Props of a search field. */
export interface SearchFieldProps {
  /** The last search. */
  value: string
  onSearch: (text: string) => void
  label: string
  placeholder?: string
  /** Milliseconds after the last keystroke before `onSearch` is called. Default: 400. */
  delay?: number
  /** Shortcut that focuses the field. Default: `/`. Pass null for a second search field on a page. */
  focusKeys?: string | null
  /** Returns suggestions at the cursor, for a field whose text is a query. */
  offersAt?: OffersAt
  /** Returns why a text is not a valid query, and where. Such a text is not searched. */
  problemOf?: (text: string) => SearchProblem | undefined
  className?: string
}

/**
 * A search field. Enter searches at once, Escape clears, and the displayed shortcut focuses it. While suggestions are
 * shown, the arrow keys select one and Escape closes them first.
 */
export function SearchField(props: SearchFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const { offersAt, problemOf } = props
  const id = useId()
  const offers = useOffers(offersAt)
  const draft = useSearchDraft(
    props.value,
    (text) => {
      if (problemOf?.(text) === undefined) props.onSearch(text)
    },
    props.delay,
  )
  const problem = problemOf?.(draft.text)
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

  function choose(index: number): void {
    const { found } = offers
    const offer = found?.offers[index]
    if (found === undefined || offer === undefined) return
    const before = draft.text.slice(0, found.from) + offer.text
    const text = before + draft.text.slice(found.to)
    draft.type(text)
    offers.close()
    // After a dot or an operator something must follow, so suggest again.
    if (/[.=>]$/.test(offer.text)) offers.ask(text, before.length)
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { found, active } = offers
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offersAt !== undefined) event.preventDefault()
      if (found !== undefined) offers.move(event.key === 'ArrowDown' ? 1 : -1)
      else offers.ask(draft.text, event.currentTarget.selectionStart ?? draft.text.length)
      return
    }
    if (event.key === 'Enter') {
      if (active >= 0) choose(active)
      else {
        offers.close()
        draft.flush()
      }
    }
    if (event.key === 'Escape' && found !== undefined) {
      event.stopPropagation()
      event.preventDefault()
      offers.close()
      return
    }
    // Escape clears the text first and must not also close the surrounding panel.
    if (event.key === 'Escape' && draft.text !== '') {
      event.stopPropagation()
      draft.clear()
    }
  }

  return (
    <div className={props.className}>
      <div className="group relative">
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
          onChange={(event) => {
            draft.type(event.target.value)
            offers.ask(event.target.value, event.target.selectionStart ?? event.target.value.length)
          }}
          onKeyDown={onKeyDown}
          onBlur={offers.close}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          {...(offersAt === undefined
            ? {}
            : {
                role: 'combobox',
                'aria-autocomplete': 'list' as const,
                'aria-expanded': offers.found !== undefined,
                'aria-controls': `${id}-offers`,
                'aria-activedescendant':
                  offers.active < 0 ? undefined : offerId(`${id}-offers`, offers.active),
              })}
          className="w-full pr-7 pl-7 text-ellipsis"
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
        {offers.found !== undefined && (
          <SearchOfferList
            id={`${id}-offers`}
            label={`Suggestions for ${props.label}`}
            found={offers.found}
            active={offers.active}
            onChoose={choose}
          />
        )}
      </div>
      {problem !== undefined && offers.found === undefined && (
        <SearchProblemText id={`${id}-problem`} text={draft.text} problem={problem} />
      )}
    </div>
  )
}
