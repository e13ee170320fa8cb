import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { HealthShape as Shape, HealthTone } from './health-state.ts'

/**
 * Background and mark of each shape in a 16 by 16 box. Some backgrounds are filled and some are lines, so that
 * outlines differ too.
 */
const drawings: Readonly<Record<Shape, { ground: ReactNode; mark: string; outlined: boolean }>> = {
  check: { ground: <circle cx="8" cy="8" r="7" />, mark: 'M4.9 8.3 7.1 10.5 11.2 5.9', outlined: false },
  cross: {
    ground: <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" />,
    mark: 'm5.6 5.6 4.8 4.8m0-4.8-4.8 4.8',
    outlined: false,
  },
  exclamation: {
    ground: (
      <path
        d="M8 2.2 14.6 13.6H1.4Z"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        className="text-warning-fill"
      />
    ),
    mark: 'M8 6.2v3.4M8 11.9v.1',
    outlined: false,
  },
  'arrow-down': {
    ground: <rect x="1.5" y="1.5" width="13" height="13" rx="2.5" />,
    mark: 'M8 4.6v6.6M5.2 8.5 8 11.3l2.8-2.8',
    outlined: false,
  },
  slash: { ground: <circle cx="8" cy="8" r="6.1" />, mark: 'M3.7 12.3 12.3 3.7', outlined: true },
  question: {
    ground: <circle cx="8" cy="8" r="6.3" strokeDasharray="2.5 1.46" />,
    mark: 'M6.3 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.6-.9 1.2M8 11.3v.1',
    outlined: true,
  },
  pause: { ground: <circle cx="8" cy="8" r="6.3" />, mark: 'M6.3 5.8v4.4M9.7 5.8v4.4', outlined: true },
  half: { ground: <path d="M8 1.2 14.8 8 8 14.8 1.2 8Z" />, mark: 'M8 4.4v7.2L4.4 8Z', outlined: true },
}

const toneClass: Readonly<Record<HealthTone, string>> = {
  healthy: 'text-healthy-fill',
  unhealthy: 'text-unhealthy-fill',
  warning: 'text-warning-fill',
  unknown: 'text-unknown-fill',
}

/** Icon of a state without its word. Use it only next to the word. */
export function HealthShape(props: {
  shape: Shape
  tone: HealthTone
  size?: number
  className?: string
}): ReactNode {
  const drawing = drawings[props.shape]
  const size = props.size ?? 14
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      className={classNames('shrink-0', toneClass[props.tone], props.className)}
    >
      <g
        fill={drawing.outlined ? 'none' : 'currentColor'}
        stroke={drawing.outlined ? 'currentColor' : undefined}
        strokeWidth="1.6"
      >
        {drawing.ground}
      </g>
      <path
        d={drawing.mark}
        fill={props.shape === 'half' ? 'currentColor' : 'none'}
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={drawing.outlined ? 'stroke-current' : 'stroke-on-health'}
      />
    </svg>
  )
}
