import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** Attributes of a button element, with its look and its busy state. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Icon before the text. */
  icon?: ReactNode
  /** Whether its action is running: the button keeps its width and focus, and ignores presses. */
  loading?: boolean
  /**
   * Why the button is inactive, shown on hover and read to screen readers. Unlike `disabled`, it keeps the button
   * reachable by keyboard.
   */
  disabledReason?: string | undefined
}

/** A button for an action on this page. Use a link to open another page; see buttonClass. */
export function Button({
  variant,
  size,
  icon,
  loading = false,
  disabled = false,
  disabledReason,
  className,
  children,
  onClick,
  ...attributes
}: ButtonProps): ReactNode {
  const reasonId = useId()
  const explained = disabledReason !== undefined
  const inert = loading || explained
  function guardedClick(event: MouseEvent<HTMLButtonElement>): void {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      type="button"
      {...attributes}
      disabled={disabled}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      aria-describedby={explained ? reasonId : attributes['aria-describedby']}
      onClick={guardedClick}
      className={classNames(
        buttonClass({ variant, size, inactive: disabled }),
        explained && 'opacity-50',
        className,
      )}
    >
      {loading ? <Spinner /> : icon}
      {children}
      {/* Hidden, so that it describes the button and is no part of its name. */}
      {explained && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  )
  // Always inside, so that the element and its focus stay when the reason comes or goes.
  return (
    <Tooltip content={disabledReason} disabled={!explained}>
      {button}
    </Tooltip>
  )
}
