import type { Page } from '@playwright/test'

/** Keeps changes from a page, so that it loads nothing again by itself: its stream is never answered. */
export async function withoutChanges(page: Page): Promise<void> {
  await page.route('**/api/live?*', () => undefined)
}
