import { PREPARED_DATA, startProduct } from './product.ts'

/** Runs before all tests: stores once what every product stores at its first start. */
// eslint-disable-next-line import/no-default-export -- the form that Playwright asks for
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct()
  await product.halt()
  process.env[PREPARED_DATA] = product.data
  return () => product.stop()
}
