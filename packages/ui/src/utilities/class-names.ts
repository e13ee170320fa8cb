/** Joins class names, leaving out what is false or missing. Later classes do not replace earlier ones. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
