import { readStored, writeStored } from '@binnacle/ui'
import { useState } from 'react'
import * as z from 'zod/mini'

const STORAGE_KEY = 'binnacle.logs.columns'

/** Widths of the columns before and after the message, in CSS pixels. */
const sizes = z.object({ time: z.number(), labels: z.number() })
export type ColumnSizes = z.infer<typeof sizes>
export type SizedColumn = keyof ColumnSizes

const usual: ColumnSizes = { time: 190, labels: 320 }
export const NARROWEST = 80
export const WIDEST = 900

/** Parses stored widths. */
export function readSizes(text: string | undefined): ColumnSizes {
  try {
    const parsed = sizes.safeParse(JSON.parse(text ?? ''))
    return parsed.success ? parsed.data : usual
  } catch {
    return usual
  }
}

/** The widths of the columns, which are saved in this browser. Source: LOG-008. */
export function useColumnSizes(): [ColumnSizes, (column: SizedColumn, width: number) => void] {
  const [value, setValue] = useState(() => readSizes(readStored(STORAGE_KEY)))
  return [
    value,
    (column, width) => {
      const next = { ...value, [column]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) }
      setValue(next)
      writeStored(STORAGE_KEY, JSON.stringify(next))
    },
  ]
}
