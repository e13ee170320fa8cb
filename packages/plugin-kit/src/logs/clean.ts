import { trimEndOf } from '@binnacle/contract/text'

/** Longest message in characters. Longer ones are cut. */
export const LONGEST_MESSAGE = 16_384
/** Characters of the mark of a cut line. */
const LONGEST_MARK = 60
/** Most labels of a line, and characters of one. */
const MOST_LABELS = 60
const LONGEST_LABEL = 1_000

// Escape sequences of terminals (ECMA-48): control sequences, operating system commands, and two-character ones.
const escapes =
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[PX^_][^\u001B]*(?:\u001B\\)?|[@-Z\\-_])|\u009B[0-?]*[ -/]*[@-~]/gu
// eslint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu

const DELETE = 0x7f
const CONTROL_PICTURES = 0x24_00

function picture(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code)
  return code === DELETE ? '\u2421' : '\uFFFD'
}

/**
 * Makes a message safe to show: without escape sequences of terminals, with visible signs in the place of control
 * characters, and cut with a mark if it is too long.
 */
export function cleanMessage(text: string): string {
  const length = text.length
  // A little more than is shown, as escape sequences are not shown.
  const start = length > 2 * LONGEST_MESSAGE ? text.slice(0, 2 * LONGEST_MESSAGE) : text
  const clean = trimEndOf(start, '\r\n')
    .replaceAll('\r\n', '\n')
    .replaceAll(escapes, '')
    .replaceAll(controls, picture)
    .toWellFormed()
  // A message that was cut before stays as it is.
  if (length === start.length && clean.length <= LONGEST_MESSAGE + LONGEST_MARK) return clean
  return `${clean.slice(0, LONGEST_MESSAGE).toWellFormed()}… (cut; the line has ${length} characters)`
}

/** Makes labels safe to show, and leaves out those that are too many. */
export function cleanLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels)
      .slice(0, MOST_LABELS)
      .map(([name, value]) => [
        cleanMessage(name).slice(0, 200),
        cleanMessage(value).slice(0, LONGEST_LABEL),
      ]),
  )
}
