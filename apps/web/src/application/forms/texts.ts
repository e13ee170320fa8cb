/** Reads the texts of a form field that holds several, as `joinTexts` wrote them. */
export const splitTexts = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** Writes several texts into one form field. None of them may have a comma. */
export const joinTexts = (texts: readonly string[]): string => texts.join(',')

/** Reads the lines of a text field, without spaces around them and without empty ones. */
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
