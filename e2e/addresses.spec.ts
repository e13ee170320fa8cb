import { pagePaths } from './support/page-paths.ts'
import { expect, test } from './support/test.ts'

test.use({ startsAtChecks: false })

/** Parameters of pages, each with a value that none of them accepts, and one that no page has. */
const garbage = new URLSearchParams({
  unknown: '1',
  query: '%"\\',
  pageIndex: '-5',
  pageSize: 'many',
  sortBy: 'constructor',
  sortOrder: 'sideways',
  tab: '__proto__',
  tabBy: 'nothing',
  status: 'martian',
  state: 'martian',
  health: 'martian',
  layout: 'round',
  groupBy: ';',
  labels: '=:9',
  timeRange: 'never',
  refreshRate: '1',
  historyPage: '-1',
  hidePassing: 'perhaps',
  add: 'perhaps',
  kind: '../../etc/passwd',
})

for (const path of pagePaths)
  test(`${path} shows with parameters that are not valid`, async ({ page, product }) => {
    const address = path.replace(/\/\{-\$\w+\}/, '').replace(/\$\w*/, 'nothing-has-this-name')
    await page.goto(`${product.url}${address}?${garbage.toString()}`)
    await expect(page).toHaveTitle(/ - Binnacle$/)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/went wrong|could not be loaded|Invalid input/)).toHaveCount(0)
    expect(new URL(page.url()).pathname).toMatch(path.includes('$') ? /./ : new RegExp(`^${path}$`))
  })
