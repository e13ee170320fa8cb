import { allDrafts } from './draft.ts'
import { draftsOfFound } from './found.ts'
import { nodeOf } from './node.ts'
import type { EngineRun } from './run.ts'
import { copyLabels, placeId } from './tree.ts'
import type { Draft } from './draft.ts'

function giveIds(drafts: readonly Draft[], parentId: string | undefined): void {
  for (const draft of drafts) {
    draft.externalId ??= placeId(draft, parentId)
    giveIds(draft.children, draft.externalId)
  }
}

/** The tree that another system pushes: one component with those below it. What is no component is left out, and said. */
export async function pushedTree(
  body: unknown,
  labels: Readonly<Record<string, string>>,
): Promise<Omit<EngineRun, 'complete'>> {
  const problems: EngineRun['problems'] = []
  const drafts = draftsOfFound([body], [], (message) => void problems.push({ path: '', message }))
  copyLabels(drafts, labels)
  giveIds(drafts, undefined)
  return { roots: drafts.map(nodeOf), count: [...allDrafts(drafts)].length, problems }
}
