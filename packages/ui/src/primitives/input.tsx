import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** Classes of text inputs and selects. */
export const controlClass =
  'rounded-control border border-line-control bg-surface text-input text-primary transition-colors duration-100 hover:border-secondary focus-visible:border-transparent focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger data-popup-open:border-secondary [&[readonly]]:bg-band [&[readonly]]:text-secondary'

/** A single-line input without a label. Use TextField unless something else labels it. */
export function Input({ className, ...attributes }: ComponentPropsWithRef<'input'>): ReactNode {
  return <input {...attributes} className={classNames(controlClass, 'h-control px-2', className)} />
}

/** A multi-line input without a label. */
export function TextArea({ className, ...attributes }: ComponentPropsWithRef<'textarea'>): ReactNode {
  return <textarea {...attributes} className={classNames(controlClass, 'px-2 py-1.5', className)} />
}
