import type { ReactNode } from 'react'

/** A spinner within a control. It has no accessible text, because the control announces that it is busy. */
export function Spinner(props: { size?: number }): ReactNode {
  const size = props.size ?? 14
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className="animate-spin"
    >
      <circle cx="8" cy="8" r="6" opacity="0.25" />
      <path d="M14 8a6 6 0 0 0-6-6" />
    </svg>
  )
}
