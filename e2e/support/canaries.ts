import { isEditableSource } from '@binnacle/contract/core'
import type { Page } from '@playwright/test'
import { z } from 'zod'

/** Tests share a product: the health checks that one of them made are none of the next one's. */
export async function removeMadeCanaries(page: Page, url: string): Promise<void> {
  const list = await page.request.get(`${url}/api/health/canaries`)
  const canaries = z
    .array(z.object({ id: z.string(), source: z.string().nullable() }))
    .parse(await list.json())
  for (const { id, source } of canaries)
    if (isEditableSource(source)) await page.request.delete(`${url}/api/health/canaries/${id}`)
}
