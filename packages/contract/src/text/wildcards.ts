/**
 * Makes a test of whole texts from a pattern in which `*` stands for any characters. Each part is looked for behind the one
 * before, once: an expression such as `^a.*b.*c$` would try all their places together.
 */
export function wildcardTest(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
      return false
    const end = text.length - last.length
    let at = first.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1 || found + part.length > end) return false
      at = found + part.length
    }
    return true
  }
}
