import type { ReactNode } from 'react'

/**
 * The mark of Binnacle: the housing of a ship's compass, seen from the front.
 * @param props.size edge length in CSS pixels, at least 16
 * @param props.title accessible name, if no text beside it names the product
 */
export function BrandMark(props: { size?: number; title?: string; className?: string }): ReactNode {
  const size = props.size ?? 20
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      aria-hidden={props.title === undefined ? true : undefined}
      className={props.className ?? 'text-accent-text'}
    >
      {props.title !== undefined && <title>{props.title}</title>}
      <circle cx="16" cy="12.5" r="9.75" stroke="currentColor" strokeWidth="3" />
      <path d="M20.6 7.9 18 14.5 11.4 17.1 14 10.5Z" fill="currentColor" />
      <path d="M11.2 25.4h9.6l2.2 4.1a.9.9 0 0 1-.8 1.3H9.8a.9.9 0 0 1-.8-1.3Z" fill="currentColor" />
    </svg>
  )
}
