import type { Problem } from '@binnacle/contract/core'
import type { SegmentedProblem } from '@binnacle/plugin-kit/core'
import type { YamlReader } from '@binnacle/scripting/yaml'

/** Most problems of a text. */
const MOST_PROBLEMS = 100

/** Adds positions in the text to the problems of a document. */
export async function withPlaces(
  { yaml }: { yaml: YamlReader },
  written: { text: string; document: number; most?: number },
  problems: readonly SegmentedProblem[],
): Promise<Problem[]> {
  const shown = problems.slice(0, MOST_PROBLEMS)
  const located = await yaml.locate({ ...written, paths: shown.map(({ segments }) => segments) })
  return shown.map(({ path, message }, index) => {
    const place = located.ok ? located.value[index] : undefined
    return place === undefined ? { path, message } : { path, message, line: place.line, column: place.column }
  })
}
