/** Reads the texts of a form field that holds several, as `joinTexts` wrote them. */
export const splitTexts = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** Writes several texts into one form field. None of them may have a comma. */
export const joinTexts = (texts: readonly string[]): string => texts.join(',')
