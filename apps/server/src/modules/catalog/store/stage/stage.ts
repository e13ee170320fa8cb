import type { ItemReference } from '@binnacle/plugin-kit/scrapers'
import type { ClientBase } from 'pg'
import type { StoreInput, DeletionInput, ItemInput } from '../input.ts'
import { insertTexts } from '../rows.ts'
import { stageItems } from './stage-items.ts'
import {
  changeColumns,
  changeRow,
  costColumns,
  costRow,
  deletionColumns,
  deletionRow,
  insightColumns,
  insightRow,
} from './stage-rows.ts'
import { addDrop, addFault, type StagingContext } from './staged.ts'

/** Whether a reference names an item. */
function names({ externalIds, type }: ItemInput, reference: ItemReference): boolean {
  return (
    externalIds.includes(reference.externalId) && (reference.type === undefined || reference.type === type)
  )
}

/** Gathers a batch. An item that is unchanged takes a comparison of hashes and a short row. */
export async function stageBatch(
  client: ClientBase,
  staged: StagingContext,
  batch: readonly StoreInput[],
): Promise<void> {
  const items: ItemInput[] = []
  const changes: string[] = []
  const insights: string[] = []
  const costs: string[] = []
  let deletions: DeletionInput[] = []
  for (const ready of batch)
    switch (ready.kind) {
      case 'item':
        items.push(ready)
        // It is there again.
        deletions = deletions.filter(({ item }) => !names(ready, item))
        break
      case 'change':
        changes.push(changeRow(ready))
        break
      case 'insight':
        insights.push(insightRow(ready))
        break
      case 'cost':
        costs.push(costRow(ready))
        break
      case 'deletion':
        deletions.push(ready)
        break
      case 'dropped':
        addDrop(staged, ready)
        break
      case 'complete':
        staged.complete.push({ type: ready.type, scope: ready.scope })
        break
      case 'covered':
        staged.covered = true
        break
      case 'fault':
        staged.hidden.push({ type: ready.type, scope: ready.scope })
        addFault(staged, ready)
        break
      case 'item-fault':
        addFault(staged, ready)
    }
  staged.counts.changes += changes.length
  staged.counts.insights += insights.length
  staged.counts.costs += costs.length
  staged.counts.deletions += deletions.length
  await stageItems(client, staged, items)
  await insertTexts(client, 'staged_changes', changeColumns, changes)
  await insertTexts(client, 'staged_insights', insightColumns, insights)
  await insertTexts(client, 'staged_costs', costColumns, costs)
  await insertTexts(client, 'staged_deletions', deletionColumns, deletions.map(deletionRow))
}
