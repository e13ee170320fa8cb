import { classNames } from '../utilities/class-names.ts'

/** Prominence of a button. Use one `primary` per view, and `danger` for destructive actions. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium'

const variantClass: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover',
  secondary:
    'border-line-strong bg-button text-primary shadow-raised hover:bg-button-hover active:bg-button-hover data-popup-open:bg-button-hover',
  ghost:
    'border-transparent bg-transparent text-secondary hover:bg-hover hover:text-primary active:bg-press data-popup-open:bg-hover data-popup-open:text-primary',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-hover',
}

const sizeClass: Readonly<Record<ButtonSize, string>> = {
  small: 'h-control-small gap-1 px-2 text-small',
  medium: 'h-control gap-1.5 px-2.5 text-body',
}

const squareClass: Readonly<Record<ButtonSize, string>> = {
  small: 'size-control-small',
  medium: 'size-control',
}

const common =
  'inline-flex shrink-0 items-center justify-center rounded-control border font-medium whitespace-nowrap select-none transition-colors duration-100'

/**
 * Returns the classes of a button, for elements that only look like one, such as links.
 * @param options.square whether it is as wide as high, for an icon without text
 */
export function buttonClass(options: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  square?: boolean | undefined
  inactive?: boolean | undefined
}): string {
  const size = options.size ?? 'medium'
  return classNames(
    common,
    options.square === true ? squareClass[size] : sizeClass[size],
    variantClass[options.variant ?? 'secondary'],
    options.inactive === true && 'pointer-events-none opacity-50',
  )
}
