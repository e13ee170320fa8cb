import type { Page } from '@playwright/test'
import { create, listPath, removeMadeCanaries, storedText, trial, writtenText } from './support/canaries.ts'
import { changeFrame } from './support/frame.ts'
import { expect, expectLooks, pressSequence, test, toastOf } from './support/test.ts'

test.use({ startsAtChecks: false })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test.describe('health checks in the settings', () => {
  test.afterEach(({ page, product }) => removeMadeCanaries(page, product.url))

  test('are made with a form, listed, found and deleted [SET-011, SET-019, SPEC-001]', async ({
    page,
    product,
    target,
  }) => {
    await page.goto(`${product.url}/health`)
    await page.getByRole('link', { name: 'New health check' }).click()
    await page.getByRole('link', { name: 'HTTP', exact: true }).click()
    const form = page.getByRole('tabpanel', { name: 'Form' })
    // There is one name; the group has it too while nobody gives it another.
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await expect(name).toBeFocused()
    await name.fill('front page')
    await form.getByLabel('URL').fill(`${target.url}/ok`)
    await expect(form.getByLabel('Schedule')).toHaveValue('@every 1m')
    await page.getByText('Group, namespace and labels', { exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Namespace' })).toHaveValue('default')
    await expect(page.getByRole('textbox', { name: 'Group name' })).toHaveAttribute(
      'placeholder',
      'front page',
    )
    await page.getByRole('textbox', { name: 'Group name' }).fill('shop')
    await page.getByRole('textbox', { name: 'Labels: new name' }).first().fill('team')
    await page.getByRole('textbox', { name: 'Labels: new value' }).first().fill('web')
    await page.getByRole('button', { name: 'Add to labels' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toastOf(page, 'shop created successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/canaries\/[0-9a-f-]{36}$/)
    await expect(page).toHaveTitle(/shop - Binnacle$/)
    await expect(page.getByRole('link', { name: 'Show its checks' })).toHaveAttribute(
      'href',
      `/health?hidePassing=false&group=${page.url().slice(-36)}`,
    )
    const stored: unknown = await (
      await page.request.get(`${product.url}/api/health/canaries/${page.url().slice(-36)}`)
    ).json()
    expect(stored).toMatchObject({ name: 'shop', namespace: 'default', labels: { team: 'web' } })
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Health Checks' })
      .click()
    await page.getByRole('combobox', { name: 'Search health checks' }).fill('shop')
    await page.keyboard.press('Enter')
    await expect(row(page, 'shop')).toContainText('@every 1m')
    // Tags and types are among the columns that a narrow list leaves out.
    await page.setViewportSize({ width: 1920, height: 800 })
    await expect(row(page, 'shop')).toContainText('team=web')
    await expect(row(page, 'shop')).toContainText('http')
    await expect(row(page, 'shop')).toContainText('1 healthy')
    await row(page, 'shop').getByRole('button', { name: 'Delete shop' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('1 check')
    await page.getByRole('button', { name: 'Delete health check' }).click()
    await expect(toastOf(page, 'shop deleted successfully')).toBeVisible()
    await expect(row(page, 'shop')).toHaveCount(0)
  })

  test('are chosen by what people look for, by sight, search or keyboard', async ({ page, product }) => {
    await page.goto(`${product.url}${listPath}/new`)
    const category = (name: string) => page.getByRole('region', { name }).getByRole('link')
    await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('Web and network')
    await expect(category('Web and network')).toHaveText(['HTTP', 'TCP', 'DNS', 'ICMP Ping', 'LDAP', 'Git'])
    await expect(category('Databases')).toHaveText([
      'PostgreSQL',
      'MySQL and MariaDB',
      'Elasticsearch',
      'Mongo',
      'OpenSearch',
      'Redis',
      'SQL Server',
    ])
    // Nothing is offered that has no type behind it.
    await expect(category('Monitoring systems')).toHaveText([
      'Alert Manager',
      'Kubernetes',
      'Prometheus',
      'Webhook',
    ])
    await expect(category('Files and storage')).toHaveText(['Folder', 'S3'])
    await expect(category('Scripts and tests')).toHaveText(['Exec', 'JUnit', 'Custom'])
    const search = page.getByRole('textbox', { name: 'Find a type of check' })
    await expect(search).toBeFocused()
    await page.keyboard.type('sftp')
    await expect(page.getByRole('main').getByRole('region').getByRole('link')).toHaveText(['Folder'])
    await search.fill('nothing like it')
    await expect(page.getByText('No type of check matches')).toBeVisible()
    await search.fill('ping a host')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'ICMP Ping' })).toBeVisible()
    // What is added to a health check is chosen from the same list.
    await page.getByRole('button', { name: 'Add check' }).click()
    await expect(page.getByRole('menuitem').first()).toHaveText('HTTP')
  })

  test('of a file are read only and name it', async ({ page, product, target, writeCanaries }) => {
    await writeCanaries('from-file.yaml', writtenText(target.url))
    await page.goto(`${product.url}${listPath}?query=from-file`)
    await expect(row(page, 'from-file')).toContainText('from-file.yaml')
    await expect(row(page, 'from-file').getByRole('button', { name: /Delete/ })).toHaveCount(0)
    await row(page, 'from-file').getByRole('link', { name: 'from-file' }).click()
    await expect(page.getByText(/Linked to local file .*from-file\.yaml\. Change it there\./)).toBeVisible()
    await expect(page.getByText('front page')).toBeVisible()
    await expect(page.getByRole('button', { name: /Update|Delete/ })).toHaveCount(0)
  })

  test('keep the code open while all of it is typed again', async ({ page, product, target }) => {
    await page.goto(`${product.url}${listPath}/new?type=dns`)
    const code = page.getByRole('textbox', { name: 'Spec' })
    await code.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    // What code holds in between is not that of a type without a form.
    await expect(page.getByRole('tab', { name: 'Code', selected: true })).toBeVisible()
    await page.keyboard.type(`schedule: "@every 1h"\nhttp:\n- url: ${target.url}/ok\nname: typed`)
    await expect(code).toContainText('name: typed')
    await expect(code).toBeFocused()
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect(page.getByRole('tab', { name: 'Form', selected: true })).toBeVisible()
  })

  test('are changed in form and code, and keep comments and order [SPEC-001]', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'two views', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await form.getByLabel('Name', { exact: true }).fill('home page')
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByRole('textbox', { name: 'Spec' })
    await expect(code).toContainText('name: home page')
    await expect(code).toContainText('# the front page')
    await code.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('    thresholdMillis: 900 # a second')
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect(form.getByLabel('Maximum response time')).toHaveValue('900')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toastOf(page, 'two views updated successfully')).toBeVisible()
    expect(await storedText(page, product.url, id)).toBe(
      `${writtenText(target.url).replace('name: front page', 'name: home page')}    thresholdMillis: 900 # a second`,
    )
  })

  test('keep the last valid value while the code is wrong, and show the error in its place [SET-032]', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'broken', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}?tab=code`)
    const code = page.getByRole('textbox', { name: 'Spec' })
    await code.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('    metod: GET')
    const mark = page.locator('.cm-lint-marker-error')
    await expect(mark).toHaveCount(1)
    await mark.hover()
    await expect(page.getByText('unknown key "metod"; did you mean "method"?').first()).toBeVisible()
    await page.keyboard.press('Home')
    await page.keyboard.type('x: [')
    await expect(page.getByText('Save uses the last valid version.')).toBeVisible()
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect(page.getByText(/The code has an error/)).toBeVisible()
    await expect(
      page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true }),
    ).toHaveValue('front page')
  })

  test('complete keys and values in the code, and explain them [SET-033, SPEC-002]', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}${listPath}/new?type=dns`)
    await expect(page.getByRole('tab', { name: 'Form' })).toHaveCount(0)
    const code = page.getByRole('textbox', { name: 'Spec' })
    await expect(code).toContainText('querytype')
    await code.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('    ')
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: /^exactreply/ })).toBeVisible()
    await page.keyboard.type('thr')
    await expect(page.getByRole('option', { name: /^exactreply/ })).toHaveCount(0)
    await expect(page.getByRole('option', { name: /^thresholdMillis/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(code).toContainText('thresholdMillis:')
    await page.getByText('querytype').hover()
    await expect(page.getByText('querytype – Record type')).toBeVisible()
  })

  test('are tried before they are saved, with stored secrets, and stopped', async ({
    page,
    product,
    target,
  }) => {
    const text = `${writtenText(target.url)}    password: sw0rdfish\n  - name: bad page\n    url: ${target.url}/bad\n    retries: { maxRetries: 2, interval: 10ms }\n`
    const id = await create(page, product.url, 'tried', text)
    await page.goto(`${product.url}${listPath}/${id}`)
    await page.getByRole('button', { name: 'Test all checks' }).click()
    await expect(trial(page)).toContainText('2 of 2 run, 1 not healthy')
    const bad = trial(page).getByRole('listitem').filter({ hasText: 'bad page' })
    await expect(bad).toContainText('status 503, expected 200 to 299')
    await expect(bad).toContainText('Tried 3 times.')
    await bad.getByText('Evidence', { exact: true }).click()
    await expect(bad.getByRole('textbox', { name: 'Evidence of bad page' })).toContainText(
      'no room at the inn',
    )
    await page.getByRole('button', { name: 'bad page' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${target.url}/ok`)
    await page.getByRole('button', { name: 'Test this check' }).click()
    await expect(trial(page)).toContainText('1 of 1 run')
    await page.route('**/api/health/canaries/try', () => {})
    await page.getByRole('button', { name: 'Test all checks' }).click()
    await trial(page).getByRole('button', { name: 'Stop' }).click()
    await expect(trial(page).getByText('Stopped')).toHaveCount(2)
    expect(await storedText(page, product.url, id)).toContain('/bad')
  })

  test('that someone else changed are not overwritten, and nothing is lost', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'shared', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const name = page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true })
    await name.fill('mine')
    const theirs = await page.request.put(`${product.url}/api/health/canaries/${id}`, {
      data: { name: 'shared', text: writtenText(target.url).replace('front page\n', 'theirs\n') },
    })
    expect(theirs.ok()).toBe(true)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('This health check was changed since you opened it.')).toBeVisible()
    await expect(name).toHaveValue('mine')
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await expect(toastOf(page, 'shared updated successfully')).toBeVisible()
    expect(await storedText(page, product.url, id)).toContain('name: mine')
  })

  test('keep what was typed when the session ends, until it is saved after a sign-in in another tab', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'ended', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const name = page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true })
    await name.fill('typed before the end')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('link', { name: 'Sign in in a new tab' }).press('Enter')
    const tab = await opened
    await tab.getByLabel('Email').fill('ada@example.com')
    await tab.getByLabel('Password').fill('analytical engine')
    await tab.keyboard.press('Enter')
    await expect(tab.getByRole('navigation').first()).toBeVisible()
    await tab.close()
    // The browser of the tests shows all tabs at once, so it never says that this one is seen again.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await expect(dialog).toHaveCount(0)
    await expect(name).toHaveValue('typed before the end')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'ended updated successfully')).toBeVisible()
    expect(await storedText(page, product.url, id)).toContain('typed before the end')
  })

  test('do not show what one person typed to another, who signs in in another tab', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'of one person', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const name = page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true })
    const stored = await name.inputValue()
    await name.fill('typed by the first')
    await changeFrame(page, { user: { id: 'other', name: 'Grace', email: 'grace@example.com' } })
    const reloaded = page.waitForEvent('load')
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await reloaded
    await expect(name).toHaveValue(stored)
    await expect(page.getByRole('button', { name: 'G, account of Grace' })).toBeVisible()
  })

  test('do not take for stored what was typed while they were saved', async ({ page, product, target }) => {
    const id = await create(page, product.url, 'slow save', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    const name = page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true })
    await name.fill('sent')
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/health/canaries/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      arrived.resolve()
      await answer.promise
      return route.continue()
    })
    await page.getByRole('button', { name: 'Update' }).click()
    await arrived.promise
    await name.fill('typed afterwards')
    answer.resolve()
    await expect(toastOf(page, 'slow save updated successfully')).toBeVisible()
    await page.getByRole('link', { name: 'Health checks' }).first().click()
    await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => storedText(page, product.url, id)).toContain('typed afterwards')
  })

  test('ask before changes are left behind, and are duplicated and deleted', async ({
    page,
    product,
    target,
  }) => {
    const id = await create(page, product.url, 'left', writtenText(target.url))
    await page.goto(`${product.url}${listPath}/${id}`)
    await page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true }).fill('almost')
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(page.getByText('Discard your changes?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(new RegExp(id))
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByRole('textbox', { name: 'Group name' })).toHaveValue('left-copy')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toastOf(page, 'left-copy created successfully')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete health check' }).click()
    await expect(page).toHaveURL(`${product.url}${listPath}`)
    await expect(row(page, 'left-copy')).toHaveCount(0)
  })

  test('of 1,000 checks stay usable', async ({ page, product, target }) => {
    const checks = Array.from(
      { length: 1_000 },
      (_, index) => `  - name: check ${index}\n    url: ${target.url}/ok\n`,
    ).join('')
    const id = await create(page, product.url, 'many', `http:\n${checks}`)
    await page.goto(`${product.url}${listPath}/${id}`)
    await page.getByRole('textbox', { name: 'Find a check' }).fill('check 987')
    await page.getByRole('button', { name: 'check 987' }).click()
    const name = page.getByRole('tabpanel', { name: 'Form' }).getByLabel('Name', { exact: true })
    await name.fill('renamed')
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(toastOf(page, 'many updated successfully')).toBeVisible()
    expect(await storedText(page, product.url, id)).toContain('name: renamed')
  })

  test('are found by keys and palette, and made without a mouse', async ({ page, product, target }) => {
    await page.goto(`${product.url}/health`)
    await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible()
    await pressSequence(page, 'g', 'k')
    await expect(page).toHaveURL(product.url + listPath)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('new health check')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'TCP' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('tabpanel', { name: 'Form' })
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Tab')
    await expect(form.getByLabel('Endpoint')).toBeFocused()
    await page.keyboard.type(new URL(target.url).host)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toastOf(page, 'by keyboard created successfully')).toBeVisible()
  })

  test('have no accessibility findings on any width, in any theme', async ({ page, product, target }) => {
    test.setTimeout(600_000)
    const id = await create(page, product.url, 'accessible', writtenText(target.url))
    for (const [path, text] of [
      [listPath, 'accessible'],
      [`${listPath}/new`, 'Web and network'],
      [`${listPath}/${id}`, 'Expected response'],
      [`${listPath}/${id}?tab=code`, 'What customers see'],
    ] as const)
      await expectLooks(page, product.url + path, () => expect(page.getByText(text).first()).toBeVisible())
  })
})
