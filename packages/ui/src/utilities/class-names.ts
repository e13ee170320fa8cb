/** Joins class names and skips false or missing ones. Later classes do not replace earlier ones. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
