import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BASE_LAYER, createShortcutRegistry, SEQUENCE_TIMEOUT, type ShortcutRegistry } from './registry.ts'

class FakeKeyEvent extends Event implements KeyboardEventInit {
  readonly ctrlKey = false
  readonly metaKey = false
  readonly altKey = false
  readonly shiftKey = false
  readonly key: string
  override readonly timeStamp: number
  constructor(key: string, time: number) {
    super('keydown')
    this.key = key
    this.timeStamp = time
  }
}

const handled: string[] = []
let registry: ShortcutRegistry

/** The registry reads only a few fields of the event, which no test environment without a document provides. */
function type(key: string, time = 0, typing = false): void {
  const event: unknown = new FakeKeyEvent(key, time)
  Reflect.apply(registry.handle, registry, [event, typing, false])
}

const performs = (name: string) => (): void => {
  handled.push(name)
}

beforeEach(() => {
  handled.length = 0
  registry = createShortcutRegistry()
})

describe('shortcut registry', () => {
  it('performs a sequence whose keys follow each other in time', () => {
    registry.add([{ keys: 'g h', label: 'Health', perform: performs('health') }], BASE_LAYER)
    type('g', 0)
    type('h', SEQUENCE_TIMEOUT)
    expect(handled).toEqual(['health'])
    type('g', 5_000)
    type('h', 5_001 + SEQUENCE_TIMEOUT)
    expect(handled).toEqual(['health'])
  })

  it('takes a key that breaks a sequence for itself', () => {
    registry.add(
      [
        { keys: 'g h', label: 'Health', perform: performs('health') },
        { keys: 'j', label: 'Next row', perform: performs('next') },
      ],
      BASE_LAYER,
    )
    type('g')
    type('j')
    expect(handled).toEqual(['next'])
  })

  it('ignores plain keys while someone types', () => {
    registry.add([{ keys: 'j', label: 'Next row', perform: performs('next') }], BASE_LAYER)
    type('j', 0, true)
    expect(handled).toEqual([])
  })

  it('lets the newest entry win and gives the key back when it leaves', () => {
    registry.add([{ keys: 'e', label: 'Page', perform: performs('page') }], BASE_LAYER)
    const remove = registry.add([{ keys: 'e', label: 'Panel', perform: performs('panel') }], BASE_LAYER)
    type('e')
    remove()
    type('e')
    expect(handled).toEqual(['panel', 'page'])
  })

  it('silences what lies beneath a modal layer, and keeps it out of the help', () => {
    registry.add([{ keys: 'j', label: 'Next row', perform: performs('next') }], BASE_LAYER)
    const notify = vi.fn<() => void>()
    registry.subscribe(notify)
    const layer = registry.reserveLayer()
    const closeLayer = registry.openLayer(layer)
    registry.add([{ keys: 'x', label: 'Close', perform: performs('close') }], layer)
    type('j')
    type('x')
    closeLayer()
    type('j')
    expect(handled).toEqual(['close', 'next'])
    expect(registry.list().map((shortcut) => shortcut.label)).toEqual(['Next row'])
    expect(notify).toHaveBeenCalledOnce()
  })

  it('lets through what works everywhere, where a layer is open to it', () => {
    registry.add(
      [{ keys: 'p', label: 'Palette', everywhere: true, perform: performs('palette') }],
      BASE_LAYER,
    )
    registry.add([{ keys: 'j', label: 'Next row', perform: performs('next') }], BASE_LAYER)
    const closeDrawer = registry.openLayer(registry.reserveLayer(), true)
    type('p')
    type('j')
    const closeQuestion = registry.openLayer(registry.reserveLayer())
    type('p')
    expect(handled).toEqual(['palette'])
    closeQuestion()
    type('p')
    closeDrawer()
    expect(handled).toEqual(['palette', 'palette'])
  })
})
