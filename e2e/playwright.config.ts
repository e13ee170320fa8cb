import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Files whose tests start a product of their own, or none. */
const apart = readdirSync(here).filter(
  (name) => name.endsWith('.spec.ts') && !usesSharedProduct(readFileSync(join(here, name), 'utf8')),
)

function usesSharedProduct(text: string): boolean {
  return !text.includes('startProduct(') && /\bproduct\b|startsAtChecks/.test(text)
}

const results = fileURLToPath(new URL('../test-results', import.meta.url))
const root = process.getuid?.() === 0

export default defineConfig({
  testDir: here,
  globalSetup: join(here, 'support', 'prepare-data.ts'),
  outputDir: `${results}/browser`,
  // Each worker has its own product; more of them than cores only wait for each other.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Far more than anything takes, beside other work too: every wait ends with what it waits for.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['dot'], ['json', { outputFile: `${results}/browser.json` }]],
  // A worker that goes on with files of another kind starts its product again: all of one kind come first.
  projects: [
    { name: 'apart', testMatch: apart },
    { name: 'shared', testIgnore: apart },
  ],
  use: {
    // The processor draws each frame of an animation, and a click waits until the animation ends.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // Its steps and requests. The page as it was at each step would take a seventh of the processor time of all tests:
    // `--trace on` keeps that too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['BINNACLE_CHROMIUM'] === undefined
        ? {}
        : { executablePath: process.env['BINNACLE_CHROMIUM'] }),
      args: [
        // Chromium's own sandbox does not work for root.
        ...(root ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        // Without these Chromium connects to hosts of its vendor.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
