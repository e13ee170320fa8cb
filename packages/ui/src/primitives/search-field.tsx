import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useShortcuts, useShortcutsAvailable } from '../shortcuts/shortcuts-provider.tsx'
import { Input } from './input.tsx'
import { Kbd } from './kbd.tsx'
import { useSearchDraft } from './search-draft.ts'
import { offerId, SearchOfferList } from './search-offer-list.tsx'
import { type OffersAt, useOffers } from './search-offers.ts'

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
  /** Finds what can be put at the cursor, where the text is a query. */
  offersAt?: OffersAt
  /** Why a text is no query; it is not searched for then. */
  problemOf?: (text: string) => string | undefined
  className?: string
}

/**
 * A search field. Enter searches at once, Escape clears, the key in the hint brings the focus here. Where there are offers,
 * the arrow keys choose one and Escape closes them first.
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
    // What was put in may want a value.
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
    // An Escape that clears must not also close the panel around the field.
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
        {offers.found !== undefined && (
          <SearchOfferList
            id={`${id}-offers`}
            label={`Offers for ${props.label}`}
            found={offers.found}
            active={offers.active}
            onChoose={choose}
          />
        )}
      </div>
      {problem !== undefined && offers.found === undefined && (
        <p id={`${id}-problem`} role="status" className="mt-1 text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
