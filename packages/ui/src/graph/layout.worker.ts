import { layoutOf, type LayoutRequest } from './layout.ts'

/** Computes layouts apart from the page, which stays responsive. */
globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  globalThis.postMessage(layoutOf(data))
})
