/** Position of the last character that is not one of these, plus one. */
function endWithout(text: string, characters: string): number {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return end
}

/**
 * Removes characters from the end of a text, in one pass backwards. `/x+$/` takes quadratic time instead: it begins
 * again at each x of a text that ends in something else.
 * @param characters each of them is removed, in any order
 */
export function trimEndOf(text: string, characters: string): string {
  return text.slice(0, endWithout(text, characters))
}

/** Removes characters from both ends of a text, as `trimEndOf` does. */
export function trimOf(text: string, characters: string): string {
  const end = endWithout(text, characters)
  let start = 0
  while (start < end && characters.includes(text.charAt(start))) start += 1
  return text.slice(start, end)
}
