/** A label that lines must have, or must not have. */
export interface LabelCondition {
  name: string
  value: string
  isExcluded: boolean
}

/** Which lines are wanted. Every part must be true. */
export interface LogFilter {
  /** Texts that the message has, whatever their case. */
  contains: readonly string[]
  /** Texts that it does not have. */
  excludes: readonly string[]
  labels: readonly LabelCondition[]
}

/** Wants every line. */
export const everyLine: LogFilter = { contains: [], excludes: [], labels: [] }

/** Whether a line is wanted. */
export function matchesFilter(
  { contains, excludes, labels }: LogFilter,
  line: { message: string; labels: Readonly<Record<string, string>> },
): boolean {
  const message = contains.length + excludes.length === 0 ? '' : line.message.toLowerCase()
  return (
    contains.every((text) => message.includes(text.toLowerCase())) &&
    !excludes.some((text) => message.includes(text.toLowerCase())) &&
    labels.every(({ name, value, isExcluded }) => (line.labels[name] === value) !== isExcluded)
  )
}

const token =
  /(?<minus>-)?(?:(?<name>[\w./@-]+)(?<operator>!?=))?(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>\S+))/gu

const unquoted = (text: string) => text.replaceAll(/\\(.)/gu, '$1')

/**
 * Parses what people type: words and "quoted texts" that the message has, `-word` that it does not have, `label=value` and
 * `label!=value`. Any text means something, so there is no error.
 */
export function parseLogQuery(text: string): LogFilter {
  const contains: string[] = []
  const excludes: string[] = []
  const labels: LabelCondition[] = []
  for (const { groups = {} } of text.matchAll(token)) {
    const { minus, name, operator, quoted, bare } = groups
    const value = quoted === undefined ? (bare ?? '') : unquoted(quoted)
    if (name !== undefined) {
      const isExcluded = (operator === '!=') !== (minus !== undefined)
      labels.push({ name, value, isExcluded })
    } else if (minus !== undefined) excludes.push(value)
    else contains.push(value)
  }
  return { contains, excludes, labels }
}

/** Writes a condition on a label as people type it. */
export function writeLabelCondition({ name, value, isExcluded }: LabelCondition): string {
  const isPlain = /^[^\s"\\]+$/u.test(value)
  const written = isPlain ? value : `"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
  return `${name}${isExcluded ? '!=' : '='}${written}`
}
