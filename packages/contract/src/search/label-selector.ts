import { fail, type Result, succeed } from '../core/result.ts'

/** One condition on a label. `exists` and `missing` test only the key. */
export type LabelRequirement =
  | { key: string; is: 'exists' | 'missing' }
  | { key: string; is: 'in' | 'notin'; values: readonly string[] }

/** The next part of a selector, with the comma that ends it. */
const requirement =
  /^\s*(?:!\s*(?<missing>[^\s,=!()<>]+)|(?<key>[^\s,=!()<>]+)(?:\s*(?<equality>==|!=|=)(?:\s*(?<value>[^\s,()]+))?|\s+(?<set>in|notin)\s*\((?<values>[^()]*)\))?)\s*(?:,|$)/

/** `nil` stands for a missing label. */
function compared(key: string, equal: boolean, values: readonly string[]): LabelRequirement {
  if (values.length === 1 && values[0] === 'nil') return { key, is: equal ? 'missing' : 'exists' }
  return { key, is: equal ? 'in' : 'notin', values }
}

function requirementOf(groups: Readonly<Record<string, string | undefined>>): LabelRequirement {
  const { missing, key = '', equality, value = '', set, values = '' } = groups
  if (missing !== undefined) return { key: missing, is: 'missing' }
  if (equality !== undefined) return compared(key, equality !== '!=', [value])
  if (set === undefined) return { key, is: 'exists' }
  return compared(
    key,
    set === 'in',
    values.split(',').map((item) => item.trim()),
  )
}

/**
 * Parses a label selector such as `app=shop,tier in (web, api),!legacy`. All parts must match.
 * @returns the parts, or the text that cannot be parsed. A missing label is unequal to every value.
 * Source: Kubernetes documentation, 'Labels and Selectors'.
 */
export function parseLabelSelector(text: string): Result<LabelRequirement[], string> {
  const found: LabelRequirement[] = []
  // Trimmed once: blanks at the end would be read again for each part.
  let rest = text.trim()
  while (rest !== '') {
    const match = requirement.exec(rest)
    if (match?.groups === undefined) return fail(`cannot read "${rest.trim()}" as a label selector`)
    found.push(requirementOf(match.groups))
    rest = rest.slice(match[0].length)
  }
  return succeed(found)
}
