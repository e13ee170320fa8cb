import { createHmac } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Someone to invite. */
export interface Invitee {
  first: string
  last: string
  email: string
  /** As the form names it. */
  role: string
}

/** Invites someone through the form. @returns the link that is shown */
export async function invite(
  page: Page,
  url: string,
  { first, last, email, role }: Invitee,
): Promise<string> {
  await page.goto(`${url}/settings/users?invite=true`)
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await dialog.getByLabel('First name').fill(first)
  await dialog.getByLabel('Last name').fill(last)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: new RegExp(`^${role}`) }).click()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = page.getByLabel('Invite link')
  await expect(link).toBeVisible()
  return link.inputValue()
}

/** A separate browser in which someone has finished the account that they were invited to. */
export async function join(browser: Browser, link: string, password: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/topology/)
  return page
}

/** The newest code that was mailed to an address, as the terminal of a product without a mail server shows it. */
export async function mailedCode(product: Product, email: string): Promise<string> {
  const find = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('for the operator only') && line.includes(email))
      .map((line) => /\bis (\S+) It is valid/.exec(line)?.[1])
      .findLast((code) => code !== undefined)
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MILLISECONDS = 30_000

/** What an authenticator app shows for a secret (RFC 6238). @param steps how many half minutes ahead */
export function authenticatorCode(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(Array.from(bits.matchAll(/.{8}/g), ([byte]) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MILLISECONDS) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
