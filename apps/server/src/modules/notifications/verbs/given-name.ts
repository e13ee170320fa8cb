const LONGEST = 100
/** Characters of a given text that are read, as some of them may be left out. */
const MOST_READ = 1_000

/**
 * A name that somebody gives who is not signed in, as others read it: without characters that cannot be stored, that break
 * lines or that turn what stands around them.
 * @returns undefined if nothing is left
 */
export function givenName(text: string): string | undefined {
  const name = text
    .slice(0, MOST_READ)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  return name.trim().slice(0, LONGEST).toWellFormed() || undefined
}
