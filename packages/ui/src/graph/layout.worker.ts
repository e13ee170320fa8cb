import { layoutOf } from './layout.ts'
import type { LayoutRequest } from './sizes.ts'

/** Computes layouts apart from the page, which stays responsive. */
globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  globalThis.postMessage(layoutOf(data))
})
