import { type Browser, chromium } from '@playwright/test'

/** Opens the Chromium that `npm run bench` found. Its own sandbox does not work for root. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['BINNACLE_CHROMIUM']
  if (executablePath === undefined)
    throw new Error('There is no Chromium: `npm test -- --only browser` installs one')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}
