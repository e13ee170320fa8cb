import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button's attributes without a text: the label is required, since a picture says nothing by itself. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** What the button does; read out and shown as tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is under way: the button keeps its focus and does nothing. */
  loading?: boolean
  /** Why the button does nothing, shown on hover and read out. Unlike `disabled` it leaves the button reachable. */
  disabledReason?: string | undefined
  /** A shortcut that does the same, shown in the tooltip. */
  keys?: string
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

/** A square button with a picture and a tooltip. */
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
