import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NO_OPTIONS, START_TYPING } from '../states/texts.ts'
import { classNames } from '../utilities/class-names.ts'
import type { FieldControl } from './field.tsx'
import { controlClass } from './input.tsx'
import { popupClass, popupItemClass } from './popup-style.ts'

/** An option. */
export interface ComboboxOption {
  value: string
  label: string
  /** Secondary text, such as an address. It is searched too. */
  note?: string
}

interface CommonProps extends Partial<FieldControl> {
  options: readonly ComboboxOption[]
  /** Called at each keystroke, for options that the server searches. `options` then holds its results. */
  onSearch?: (text: string) => void
  /** Whether an answer of the server is awaited. */
  searching?: boolean
  placeholder?: string
  disabled?: boolean
}

const boxClass = 'flex w-full min-w-0 flex-wrap items-center gap-1 pr-1 pl-2'
const inputClass =
  'h-[calc(var(--control)-2px)] min-w-16 flex-1 bg-transparent outline-none placeholder:text-muted'

/** Text of an option to search in. */
const searchText = ({ label, note }: ComboboxOption): string =>
  note === undefined ? label : `${label} ${note}`

const contains = (option: ComboboxOption, query: string): boolean =>
  searchText(option).toLowerCase().includes(query.trim().toLowerCase())

function Options(props: { typed: string; remote: boolean; searching: boolean }): ReactNode {
  const nothing = props.remote && props.typed.trim() === '' ? START_TYPING : NO_OPTIONS
  return (
    <Base.Portal>
      <Base.Positioner align="start" sideOffset={4} className="z-popup outline-none">
        <Base.Popup className={classNames(popupClass, 'w-(--anchor-width) min-w-56')}>
          <Base.Empty>
            <p className="px-3 py-2.5 text-secondary">{props.searching ? 'Searching…' : nothing}</p>
          </Base.Empty>
          <Base.List className="max-h-72 overflow-y-auto overscroll-contain p-1 empty:hidden">
            {(option: ComboboxOption) => (
              <Base.Item key={option.value} value={option} className={popupItemClass}>
                <span className="size-3.5 shrink-0">
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-3.5" />
                  </Base.ItemIndicator>
                </span>
                <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 py-0.5 wrap-anywhere">
                  {option.label}
                  {option.note !== undefined && <span className="text-small text-muted">{option.note}</span>}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function OpenButton(): ReactNode {
  return (
    <Base.Trigger
      aria-label="Show options"
      className="flex size-6 shrink-0 items-center justify-center rounded-small text-muted hover:bg-hover hover:text-primary"
    >
      <ChevronsUpDown aria-hidden="true" className="size-3.5" />
    </Base.Trigger>
  )
}

/** Selects the name of the chosen option, so that what somebody types replaces it. What they typed stays as it is. */
function selectChosen(input: HTMLInputElement, chosen: ComboboxOption | null): void {
  if (chosen !== null && input.value === chosen.label) input.select()
}

interface ChangeDetails {
  reason: string
  cancel: () => void
  allowPropagation: () => void
}

/**
 * Whether Escape would take away what is chosen. It closes the list, or the dialog around, and nobody expects more of it;
 * Backspace removes.
 */
function keepsOnEscape(details: ChangeDetails): boolean {
  if (details.reason !== 'escape-key') return false
  details.cancel()
  details.allowPropagation()
  return true
}

/** Behavior shared by single and multiple choice. */
function sharedProps(
  props: CommonProps & { value: ComboboxOption | null | readonly ComboboxOption[] },
  setTyped: (text: string) => void,
) {
  const { onSearch, value } = props
  const isNamed = value !== null && !Array.isArray(value)
  return {
    items: props.options,
    itemToStringLabel: (option: ComboboxOption) => option.label,
    isItemEqualToValue: (left: ComboboxOption, right: ComboboxOption) => left.value === right.value,
    // Keep every result of the server: it may match by other words.
    filter: onSearch === undefined ? contains : null,
    disabled: props.disabled ?? false,
    required: props.required ?? false,
    autoHighlight: true,
    onInputValueChange: (text: string, details: ChangeDetails) => {
      if (isNamed && text === '' && keepsOnEscape(details)) return
      setTyped(text)
      onSearch?.(text)
    },
  }
}

/** Selects one of many values by typing a part of it. */
export function Combobox(
  props: CommonProps & { value: ComboboxOption | null; onChange: (value: ComboboxOption | null) => void },
): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <Base.Root
      {...sharedProps(props, setTyped)}
      value={props.value}
      onValueChange={(value, details) => {
        if (!keepsOnEscape(details)) props.onChange(value)
      }}
    >
      <Base.InputGroup className={classNames(controlClass, boxClass, 'focus-within:border-focus')}>
        <Base.Input
          id={props.id}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          placeholder={props.placeholder}
          className={inputClass}
          onFocus={({ currentTarget }) => selectChosen(currentTarget, props.value)}
          // A press places the cursor after it gave the focus.
          onClick={({ currentTarget }) => selectChosen(currentTarget, props.value)}
        />
        <OpenButton />
      </Base.InputGroup>
      <Options typed={typed} remote={props.onSearch !== undefined} searching={props.searching ?? false} />
    </Base.Root>
  )
}

/** Selects several of many values by typing a part of each. Backspace removes the last one. */
export function MultiCombobox(
  props: CommonProps & {
    value: readonly ComboboxOption[]
    onChange: (value: readonly ComboboxOption[]) => void
  },
): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <Base.Root
      {...sharedProps(props, setTyped)}
      multiple
      value={[...props.value]}
      onValueChange={(value, details) => {
        if (!keepsOnEscape(details)) props.onChange(value)
      }}
    >
      <Base.InputGroup className={classNames(controlClass, boxClass, 'focus-within:border-focus')}>
        <Base.Chips className="contents">
          {props.value.map((option) => (
            <Base.Chip
              key={option.value}
              aria-label={option.label}
              className="my-0.5 flex h-5 max-w-full items-center gap-1 rounded-small bg-press pl-1.5 text-small outline-none data-highlighted:bg-accent data-highlighted:text-on-accent"
            >
              <span className="min-w-0 truncate">{option.label}</span>
              <Base.ChipRemove
                aria-label={`Remove ${option.label}`}
                className="flex size-5 shrink-0 items-center justify-center rounded-small hover:bg-hover"
              >
                <X aria-hidden="true" className="size-3" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
        </Base.Chips>
        <Base.Input
          id={props.id}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          placeholder={props.value.length === 0 ? props.placeholder : undefined}
          className={inputClass}
        />
        <OpenButton />
      </Base.InputGroup>
      <Options typed={typed} remote={props.onSearch !== undefined} searching={props.searching ?? false} />
    </Base.Root>
  )
}
