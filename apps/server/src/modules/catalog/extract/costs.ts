import type { Json } from '@binnacle/plugin-kit/core'
import type { ItemReference, ScrapedCost } from '@binnacle/plugin-kit/scrapers'
import type { CostInput } from '../store/input.ts'
import { scalarText } from './documents.ts'

/** Amounts from here on are mistakes, and have no room in the database. */
const TOO_MUCH = 1e11
const CURRENCY = /^[A-Z]{3}$/

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

/** A cost as the store takes it, or what is wrong with it. */
export function costOf(scraped: ScrapedCost): CostInput | string {
  if (!CURRENCY.test(scraped.currency)) return `${scraped.currency} is not a currency such as USD`
  for (const [day, amount] of Object.entries(scraped.days)) {
    if (!isDay(day)) return `${day} is not a day such as 2026-11-24`
    if (!Number.isFinite(amount) || Math.abs(amount) >= TOO_MUCH) return `${amount} is not an amount`
  }
  return scraped
}

/** One entry of `costs` in a document of full mode. @returns what is wrong with it otherwise */
export function costOfEntry(
  entry: Readonly<Record<string, Json>>,
  item: ItemReference,
  bill: string,
): CostInput | string {
  const day = scalarText(entry['day'])
  const written = scalarText(entry['cost'])
  if (day === undefined) return 'has no day'
  if (written === undefined) return 'has no cost'
  const currency = scalarText(entry['currency']) ?? 'USD'
  return costOf({ kind: 'cost', of: [item], days: { [day]: Number(written) }, currency, bill })
}
