import type { Severity } from '@binnacle/contract/health'
import type { NotificationMessage } from './notifier.ts'

interface Color {
  /** Red, green and blue, such as #d92d20. */
  hex: string
  /** For services that show no color. */
  symbol: string
}

const recovery: Color = { hex: '#12924f', symbol: '🟢' }
const update: Color = { hex: '#2f6fde', symbol: '🔵' }
const alerts: Readonly<Record<Severity, Color>> = {
  critical: { hex: '#d92d20', symbol: '🔴' },
  blocker: { hex: '#d92d20', symbol: '🔴' },
  high: { hex: '#e5620b', symbol: '🟠' },
  medium: { hex: '#e0a100', symbol: '🟡' },
  warning: { hex: '#e0a100', symbol: '🟡' },
  low: { hex: '#e0a100', symbol: '🟡' },
  info: update,
}

/** What a color depends on. */
type ColorSource = Pick<NotificationMessage, 'kind' | 'severity'>

function colorOf({ kind, severity }: ColorSource): Color {
  if (kind === 'recovery') return recovery
  return kind === 'update' ? update : alerts[severity]
}

/** The color of a message, such as #d92d20, the same in every service. */
export function messageColor(message: ColorSource): string {
  return colorOf(message).hex
}

/** The color of a message as a number, such as 0xd92d20. */
export function colorNumber(hex: string): number {
  return Number.parseInt(hex.replace('#', ''), 16)
}

/** A circle in the color of a message, for services that show no color. */
export function messageSymbol(message: ColorSource): string {
  return colorOf(message).symbol
}
