import { isEditableSource } from '@binnacle/contract/core'
import { expect, type Page } from '@playwright/test'
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

/** The list of health checks in the settings. */
export const listPath = '/settings/canaries'

/** What a trial of a health check found. */
export const trial = (page: Page) => page.getByRole('region', { name: 'Test results' })

/** Makes a health check by the API and gives its id. */
export async function create(page: Page, url: string, name: string, text: string): Promise<string> {
  const answer = await page.request.post(`${url}/api/health/canaries`, { data: { name, text } })
  expect(answer.status(), await answer.text()).toBe(201)
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : ''
}

/** The document of a health check, as it is stored. */
export async function storedText(page: Page, url: string, id: string): Promise<string> {
  const body: unknown = await (await page.request.get(`${url}/api/health/canaries/${id}`)).json()
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : ''
}

/** A document as people write it, with comments. */
export const writtenText = (url: string) => `# What customers see
schedule: "@every 1h" # often enough
http:
  # the front page
  - url: ${url}/ok
    name: front page
`
