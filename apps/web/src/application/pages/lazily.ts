import { type FunctionComponent, lazy, type LazyExoticComponent } from 'react'

/** A component whose code is loaded when it is first shown. */
export function lazily<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async () => ({ default: await load() }))
}
