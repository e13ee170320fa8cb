import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** Attributes of a button element. The label is required, because an icon alone has no accessible name. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Action of the button; its accessible name and tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  /** Whether its action is running: the button keeps its focus and ignores presses. */
  loading?: boolean
  /**
   * Why the button is inactive, shown on hover and read to screen readers. Unlike `disabled`, it keeps the button
   * reachable by keyboard.
   */
  disabledReason?: string | undefined
  /** Shortcut for the same action, shown in the tooltip. */
  keys?: string
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

/** A square button with an icon and a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  loading = false,
  disabled = false,
  disabledReason,
  keys,
  tooltipSide = 'bottom',
  className,
  onClick,
  ...attributes
}: IconButtonProps): ReactNode {
  const reasonId = useId()
  const explained = disabledReason !== undefined
  const inert = loading || explained
  function guardedClick(event: MouseEvent<HTMLButtonElement>): void {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Tooltip content={disabledReason ?? label} keys={explained ? undefined : keys} side={tooltipSide}>
      <button
        type="button"
        {...attributes}
        aria-label={label}
        aria-busy={loading || attributes['aria-busy']}
        aria-disabled={inert || undefined}
        aria-describedby={explained ? reasonId : attributes['aria-describedby']}
        disabled={disabled}
        onClick={guardedClick}
        className={classNames(
          buttonClass({ variant, size, square: true, inactive: disabled }),
          explained && 'opacity-50',
          className,
        )}
      >
        {loading ? <Spinner /> : icon}
        {explained && (
          <span id={reasonId} className="sr-only">
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
