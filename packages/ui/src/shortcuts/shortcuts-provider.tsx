import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLive } from '../utilities/live-ref.ts'
import { isApplePlatform } from './keys.ts'
import { BASE_LAYER, createShortcutRegistry, type Shortcut, type ShortcutRegistry } from './registry.ts'

const RegistryContext = createContext<ShortcutRegistry | undefined>(undefined)
const LayerContext = createContext(BASE_LAYER)

const typingSelector =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], [role=combobox], [role=listbox], [role=menu]'

/** Whether the focused control handles keys itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typingSelector) !== null
}

/** Handles the keys of all shortcuts below it. */
export function ShortcutsProvider(props: { children: ReactNode }): ReactNode {
  const [registry] = useState(createShortcutRegistry)
  useEffect(() => {
    const apple = isApplePlatform()
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return
      registry.handle(event, isTyping(event.target), apple)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [registry])
  return <RegistryContext value={registry}>{props.children}</RegistryContext>
}

/**
 * Wraps a modal dialog or drawer: while it is open, only shortcuts inside it work.
 * @param props.letsThrough whether those work, too, that work everywhere
 */
export function ShortcutLayer(props: { letsThrough?: boolean; children: ReactNode }): ReactNode {
  const { letsThrough = false } = props
  const registry = use(RegistryContext)
  const [layer] = useState(() => registry?.reserveLayer() ?? BASE_LAYER)
  useEffect(() => registry?.openLayer(layer, letsThrough), [registry, layer, letsThrough])
  return <LayerContext value={layer}>{props.children}</LayerContext>
}

/** Whether two renders declare the same keys and descriptions. Their actions may differ. */
function sameDeclarations(before: readonly Shortcut[], after: readonly Shortcut[]): boolean {
  return (
    before.length === after.length &&
    before.every((shortcut, index) => {
      const other = after[index]
      return (
        shortcut.keys === other?.keys &&
        shortcut.label === other.label &&
        shortcut.group === other.group &&
        shortcut.everywhere === other.everywhere
      )
    })
  )
}

/** Registers shortcuts while the component is mounted. Keys typed into fields are ignored, except those with `mod`. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = use(RegistryContext)
  const layer = use(LayerContext)
  const live = useLive(shortcuts)
  const [declared, setDeclared] = useState(shortcuts)
  if (!sameDeclarations(declared, shortcuts)) setDeclared(shortcuts)
  useEffect(() => {
    const added = declared.map(({ keys, label, group, everywhere }, index) => ({
      keys,
      label,
      ...(group !== undefined && { group }),
      ...(everywhere !== undefined && { everywhere }),
      perform: (event: KeyboardEvent) => live.current[index]?.perform(event),
    }))
    return registry?.add(added, layer)
  }, [registry, layer, declared, live])
}

/** Whether shortcuts work here. If not, hide hints of them. */
export function useShortcutsAvailable(): boolean {
  return use(RegistryContext) !== undefined
}

const noShortcuts: readonly Shortcut[] = []

/** Returns every shortcut of the page and the shell, for the help and the palette. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  const registry = use(RegistryContext)
  const store = useMemo(
    () => ({
      subscribe: (notify: () => void) => registry?.subscribe(notify) ?? (() => undefined),
      list: () => registry?.list() ?? noShortcuts,
    }),
    [registry],
  )
  return useSyncExternalStore(store.subscribe, store.list, store.list)
}
