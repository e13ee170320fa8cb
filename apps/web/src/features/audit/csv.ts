/** Signs that make a spreadsheet take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** A field of CSV and what ends it. */
const FIELD = /("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/g

/**
 * Keeps spreadsheets from running what somebody wrote into the log, such as a name that begins with `=`: such fields
 * get an apostrophe before them.
 * @param csv as the data service writes it
 */
export function withoutFormulas(csv: string): string {
  return csv.replaceAll(FIELD, (whole: string, field: string, end: string) => {
    const quoted = field.startsWith('"')
    const text = quoted ? field.slice(1) : field
    if (!FORMULA.test(text)) return whole
    return `${quoted ? `"'${text}` : `'${text}`}${end}`
  })
}
