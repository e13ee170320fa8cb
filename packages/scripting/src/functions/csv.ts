import type { Budget } from '../budget.ts'
import { print } from '../print.ts'

/** Rows as CSV after RFC 4180, lines ending in a newline alone. */
export function stringify(rows: readonly (readonly unknown[])[], budget: Budget): string {
  return rows
    .map((row) => {
      budget.step()
      const cells = row.map((cell) => {
        const text = cell === null || cell === undefined ? '' : print(cell, budget)
        return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
      })
      return `${cells.join(',')}\n`
    })
    .join('')
}
