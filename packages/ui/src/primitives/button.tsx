import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button's own attributes, and how it looks and waits. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A small picture before the text. */
  icon?: ReactNode
  /** Work is under way: the button keeps its width and focus, and does nothing. */
  loading?: boolean
  /** Why the button does nothing, shown on hover and read out. Unlike `disabled` it leaves the button reachable. */
  disabledReason?: string | undefined
}

/** A button that does something here. What goes to another page is a link; see buttonClass. */
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
      {explained && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </button>
  )
  return explained ? <Tooltip content={disabledReason}>{button}</Tooltip> : button
}
