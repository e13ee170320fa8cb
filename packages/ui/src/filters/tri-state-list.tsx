import { Ban, Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Input } from '../primitives/input.tsx'
import { NO_RESULT } from '../states/texts.ts'
import { classNames } from '../utilities/class-names.ts'
import type { FilterOption, TriStateControl } from './filter-control.ts'
import { nextTriState, type TriState, triStateOf, withTriState } from './tri-state.ts'

/** Number of values above which the list gets a search field. */
const SEARCHABLE_FROM = 8

const stateWord: Readonly<Record<TriState, string>> = { 0: 'any', 1: 'included', [-1]: 'excluded' }

function StateMark({ state }: { state: TriState }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex size-4 shrink-0 items-center justify-center rounded-small border',
        state === 0 && 'border-line-control',
        state === 1 && 'border-accent bg-accent text-on-accent',
        state === -1 && 'border-transparent bg-secondary text-surface',
      )}
    >
      {state === 1 && <Check className="size-3" strokeWidth={3} />}
      {state === -1 && <Ban className="size-3" strokeWidth={2.5} />}
    </span>
  )
}

function OptionRow(props: {
  option: FilterOption
  state: TriState
  onChange: (state: TriState) => void
}): ReactNode {
  const { option, state } = props
  return (
    <li className="group flex items-center rounded-control hover:bg-hover">
      <button
        type="button"
        data-option
        onClick={() => props.onChange(nextTriState(state))}
        className="flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-control px-2 text-left focus-inset"
      >
        <StateMark state={state} />
        <span className={classNames('min-w-0 flex-1 truncate', state === -1 && 'text-muted line-through')}>
          {option.label}
        </span>
        <span className="sr-only">, {stateWord[state]}</span>
        {option.count !== undefined && <span className="text-small text-muted numeric">{option.count}</span>}
      </button>
      {/* A shortcut for the mouse. By keyboard, two presses of the button before it have the same effect. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        title={state === -1 ? 'Stop excluding' : 'Exclude'}
        onClick={() => props.onChange(state === -1 ? 0 : -1)}
        className="mr-1 flex size-6 items-center justify-center rounded-small text-muted opacity-0 group-hover:opacity-100 hover:bg-press hover:text-primary pointer-coarse:hidden"
      >
        <Ban className="size-3.5" />
      </button>
    </li>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-option]')]
  const index = options.findIndex((option) => option === document.activeElement)
  options
    .at(event.key === 'ArrowDown' ? Math.min(index + 1, options.length - 1) : Math.max(index - 1, 0))
    ?.focus()
  event.preventDefault()
}

/** Values of an include/exclude filter. Space or a press switches from neutral to included to excluded. */
export function TriStateList({ control }: { control: TriStateControl }): ReactNode {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const options = control.options.filter((option) => option.label.toLowerCase().includes(wanted))
  return (
    // The list only moves the focus between its own buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveFocus}>
      {control.options.length > SEARCHABLE_FROM && (
        <Input
          type="search"
          aria-label={`Find in ${control.label}`}
          placeholder="Find…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="mb-1 w-full"
        />
      )}
      {options.length === 0 ? (
        <p className="px-2 py-3 text-center text-muted">{NO_RESULT}</p>
      ) : (
        <ul aria-label={control.label} className="max-h-72 overflow-y-auto">
          {options.map((option) => (
            <OptionRow
              key={option.value}
              option={option}
              state={triStateOf(control.value, option.value)}
              onChange={(state) => control.onChange(withTriState(control.value, option.value, state))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
