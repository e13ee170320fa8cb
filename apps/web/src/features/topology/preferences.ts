import { readStored, writeStored } from '@binnacle/ui'
import { TREE_HIDDEN_KEY } from '../../application/requests/early.ts'

/** Widths of cards in CSS pixels. Source: TOP-010. */
export const cardSizes = { small: 198, medium: 258, large: 356, extra_large: 554 } as const

/** Bounds of the card width in CSS pixels. Source: TOP-008. */
export const cardWidths = { minimum: 250, maximum: 768, step: 2 } as const

/** Card width of a person who never chose one. Source: TOP-009. */
export const DEFAULT_CARD_WIDTH = cardSizes.extra_large

const WIDTH_KEY = 'binnacle.topology.cardWidth'
const PANEL_KEY = 'binnacle.topology.panelWidth'

/** The nearest valid card width. */
export function validWidth(width: number): number {
  const { minimum, maximum, step } = cardWidths
  if (!Number.isFinite(width)) return DEFAULT_CARD_WIDTH
  const bounded = Math.min(Math.max(width, minimum), maximum)
  return minimum + Math.round((bounded - minimum) / step) * step
}

/** Card width that this browser stores. */
export function readCardWidth(): number {
  const stored = readStored(WIDTH_KEY)
  return stored === undefined || stored === '' ? DEFAULT_CARD_WIDTH : validWidth(Number(stored))
}

/** Stores the card width in this browser. */
export function storeCardWidth(width: number): void {
  writeStored(WIDTH_KEY, String(validWidth(width)))
}

/** Whether hidden components are shown, as this browser stores it. */
export const readShowHidden = (): boolean => readStored(TREE_HIDDEN_KEY) === 'yes'

/** Stores whether hidden components are shown. */
export function storeShowHidden(shown: boolean): void {
  writeStored(TREE_HIDDEN_KEY, shown ? 'yes' : 'no')
}

/** Bounds of the width of the right panel in CSS pixels. */
export const panelWidths = { minimum: 240, maximum: 480 } as const
const DEFAULT_PANEL_WIDTH = 360

/** The nearest valid width of the right panel. */
export function validPanelWidth(width: number): number {
  if (!Number.isFinite(width)) return DEFAULT_PANEL_WIDTH
  return Math.round(Math.min(Math.max(width, panelWidths.minimum), panelWidths.maximum))
}

/** Width of the right panel that this browser stores. */
export function readPanelWidth(): number {
  const stored = readStored(PANEL_KEY)
  return validPanelWidth(stored === undefined || stored === '' ? Number.NaN : Number(stored))
}

/** Stores the width of the right panel in this browser. */
export function storePanelWidth(width: number): void {
  writeStored(PANEL_KEY, String(validPanelWidth(width)))
}
