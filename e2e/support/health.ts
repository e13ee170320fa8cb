import type { Page } from '@playwright/test'
import { expect, rowOf, type Target } from './test.ts'
import type { Product } from './product.ts'

/** A file of one canary with these checks. Every second unless told otherwise, so that changes are seen soon. */
export const canary = (name: string, checks: string, schedule = '@every 1s') =>
  `metadata: { name: ${name}, namespace: tests, labels: { team: web } }\nspec:\n  schedule: "${schedule}"\n${checks}`

/** Parameters of an address. */
export const addressOf = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** Shows a list of checks, some of them broken, that each ran once: an hour could come during a test. */
export async function showSomeChecks({
  page,
  product,
  target,
  writeCanaries,
}: {
  page: Page
  product: Product
  target: Target
  writeCanaries: (name: string, text: string) => Promise<void>
}): Promise<void> {
  await writeCanaries(
    'shop.yaml',
    canary(
      'shop',
      `  http:
    - { name: front page, url: "${target.url}/ok", description: What customers see first }
    - { name: checkout, url: "${target.url}/bad" }
  tcp:
    - { name: metadata, endpoint: "169.254.169.254:80" }
`,
      '@every 365d',
    ),
  )
  await writeCanaries(
    'depot.yaml',
    canary('depot', `  http:\n    - { name: depot page, url: "${target.url}/ok" }\n`, '@every 365d'),
  )
  await page.goto(`${product.url}/health?hidePassing=false`)
  await expect(rowOf(page, 'checkout')).toContainText('Unhealthy')
  await expect(rowOf(page, 'depot page')).toContainText('Healthy')
}
