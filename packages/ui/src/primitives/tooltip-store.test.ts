import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTooltipStore, type ShownTooltip } from './tooltip-store.ts'

/** The store compares elements and reads nothing of them. */
function anchorOf(): Element {
  return Object.create(null)
}
function tooltipOf(anchor: Element): ShownTooltip {
  return { anchor, content: 'text', side: 'top', keys: undefined }
}

describe('createTooltipStore', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const first = anchorOf()
  const second = anchorOf()

  test('shows a scheduled tooltip after a delay, and hides it after its pointer left', () => {
    const store = createTooltipStore()
    store.schedule(first, () => tooltipOf(first))
    expect(store.shown()).toBeUndefined()
    vi.runAllTimers()
    expect(store.shown()?.anchor).toBe(first)
    store.leave(first)
    vi.runAllTimers()
    expect(store.shown()).toBeUndefined()
  })

  test('keeps the tooltip of the focused element when the pointer leaves another', () => {
    const store = createTooltipStore()
    store.show(tooltipOf(first))
    store.leave(second)
    store.hide(second)
    vi.runAllTimers()
    expect(store.shown()?.anchor).toBe(first)
    store.hide(first)
    expect(store.shown()).toBeUndefined()
  })

  test('does not show a scheduled tooltip whose pointer left', () => {
    const store = createTooltipStore()
    store.schedule(first, () => tooltipOf(first))
    store.leave(first)
    vi.runAllTimers()
    expect(store.shown()).toBeUndefined()
  })

  test('hides the first tooltip when the pointer crosses a second element quickly', () => {
    const store = createTooltipStore()
    store.show(tooltipOf(first))
    store.leave(first)
    store.schedule(second, () => tooltipOf(second))
    store.leave(second)
    vi.runAllTimers()
    expect(store.shown()).toBeUndefined()
  })

  test('shows the second tooltip at once when the pointer moves to its element', () => {
    const store = createTooltipStore()
    store.show(tooltipOf(first))
    store.leave(first)
    store.schedule(second, () => tooltipOf(second))
    vi.advanceTimersByTime(1)
    expect(store.shown()?.anchor).toBe(second)
    vi.runAllTimers()
    expect(store.shown()?.anchor).toBe(second)
  })
})
