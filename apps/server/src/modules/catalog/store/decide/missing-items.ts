/** A part of a source: a type in a scope. Undefined means all. */
export interface Partition {
  type: string | undefined
  scope: string | undefined
}

/** Complete runs in a row that do not show an item before it is deleted. */
export const CONFIRMING_RUNS = 2
/** More deletions than this of one type wait for a person. */
const MOST_DELETIONS = 20
/** More than this share of a type waits for a person, if the type has at least `FEW_ITEMS`. */
const MOST_SHARE = 0.3
const FEW_ITEMS = 5

function covers(partition: Partition, type: string, scope: string): boolean {
  return (
    (partition.type === undefined || partition.type === type) &&
    (partition.scope === undefined || partition.scope === scope)
  )
}

/** Whether a run saw all items of a type in a scope: it says so, and nothing that failed is part of it. */
export function sawAll(
  complete: readonly Partition[],
  faults: readonly Partition[],
  type: string,
  scope: string,
): boolean {
  const isCovered = (partition: Partition) => covers(partition, type, scope)
  return complete.some(isCovered) && !faults.some(isCovered)
}

/** What earlier specs of a scraper covered and its present one does not. */
export interface DroppedPartitions {
  partitions: readonly Partition[]
  /** Start of the first run of the present spec. What its runs saw is not dropped. */
  since: Date | undefined
}

/** Nothing is dropped. */
export const noDropped: DroppedPartitions = { partitions: [], since: undefined }

/** Whether items of a type in a scope belong to what the spec no longer covers, as far as nothing hides it that failed. */
export function isDropped(
  dropped: readonly Partition[],
  complete: readonly Partition[],
  faults: readonly Partition[],
  type: string,
  scope: string,
): boolean {
  const isCovered = (partition: Partition) => covers(partition, type, scope)
  return dropped.some(isCovered) && !complete.some(isCovered) && !faults.some(isCovered)
}

/** Whether so many deletions of a type wait until a person approves them. */
export function isHeld(deletions: number, total: number): boolean {
  return deletions > MOST_DELETIONS || (total >= FEW_ITEMS && deletions > total * MOST_SHARE)
}
