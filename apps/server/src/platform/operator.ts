import type { Secrets } from './secrets.ts'

/** Where the process writes what only its operator may read. */
export interface Terminal {
  write(text: string): unknown
}

/** Tells the operator of the installation something that no role of the product may read, such as the code of a person. */
export type TellOperator = (about: string, details: Readonly<Record<string, string>>) => void

/** Begins the part of a line that is the operator's. Nobody can write it without the key of the installation. */
export function operatorMark(secrets: Pick<Secrets, 'keyFor'>): string {
  return `for the operator only (${secrets.keyFor('lines for the operator').toString('hex').slice(0, 16)}):`
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/**
 * The only way to tell the operator secrets of people: one marked line on the terminal of the process. It is no part of the
 * log, which people can read in the product. A log backend that reads the terminal again shows nothing after the mark.
 */
export function createTellOperator(
  secrets: Pick<Secrets, 'keyFor'>,
  terminal: Terminal = process.stderr,
): TellOperator {
  const mark = operatorMark(secrets)
  return (about, details) => {
    const parts = Object.entries(details).map(([name, text]) => `${name}: ${oneLine(text)}`)
    terminal.write(`${[`${mark} ${about}`, ...parts].join(' | ')}\n`)
  }
}

/** Hides what is the operator's in a text that came from a log. */
export function hideOperatorPart(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? text : `${text.slice(0, at + mark.length)} ***`
}
