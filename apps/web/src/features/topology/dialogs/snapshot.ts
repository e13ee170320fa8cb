import { sendRequest } from '../../../application/requests/api.ts'

/** Which snapshot is downloaded. */
export interface SnapshotRequest {
  id: string
  /** Name of the file without its ending. */
  name: string
  /** Name of a time range, such as 15m. */
  start: string
  /** Whether components that it is related to are in the file too. */
  related: boolean
}

/** The address of a snapshot. Source: TOP-050. */
export function snapshotPath({ id, start, related }: Omit<SnapshotRequest, 'name'>): string {
  const search = new URLSearchParams({ start, related: String(related) })
  return `/api/snapshot/topology/${encodeURIComponent(id)}?${search}`
}

/** Offers a snapshot to the person as a zip file. Source: TOP-030. */
export async function downloadSnapshot(wanted: SnapshotRequest): Promise<void> {
  const response = await sendRequest(snapshotPath(wanted), { method: 'GET' }, undefined)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `${wanted.name.replaceAll(/[\\/:*?"<>|]/g, '-')}.zip`
  link.click()
  URL.revokeObjectURL(address)
}
