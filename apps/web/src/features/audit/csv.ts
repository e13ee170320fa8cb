import { withoutFormula } from '@binnacle/contract/text'

/** A field of CSV and what ends it. */
const FIELD = /("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/g

/**
 * Keeps spreadsheets from running what somebody wrote into the log, such as a name that begins with `=`: such fields
 * get an apostrophe before them.
 * @param csv as the data service writes it
 */
export function withoutFormulas(csv: string): string {
  return csv.replaceAll(FIELD, (_whole: string, field: string, end: string) => {
    const quoted = field.startsWith('"')
    return quoted ? `"${withoutFormula(field.slice(1))}${end}` : `${withoutFormula(field)}${end}`
  })
}
