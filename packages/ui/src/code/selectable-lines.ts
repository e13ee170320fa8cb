import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view'

/** Sets the selected lines; numbers beyond the text are ignored. */
export const selectLines = StateEffect.define<readonly number[]>()
const moveTo = StateEffect.define<number>()

const selectedLine = Decoration.line({ class: 'cm-selected-line' })
const currentLine = Decoration.line({ class: 'cm-current-line' })

interface Lines {
  selected: readonly number[]
  /** Line that the keyboard is at. */
  current: number
  decorations: DecorationSet
}

function decorate(state: EditorState, selected: readonly number[], current: number): DecorationSet {
  const chosen = new Set(selected)
  const lines = [...new Set([...selected, current])]
    .filter((line) => line >= 1 && line <= state.doc.lines)
    .toSorted((left, right) => left - right)
  return Decoration.set(
    lines.flatMap((line) => {
      const { from } = state.doc.line(line)
      return [
        ...(chosen.has(line) ? [selectedLine.range(from)] : []),
        ...(line === current ? [currentLine.range(from)] : []),
      ]
    }),
  )
}

const linesField = StateField.define<Lines>({
  create: () => ({ selected: [], current: 0, decorations: Decoration.none }),
  update(value, transaction) {
    let { selected, current } = value
    for (const effect of transaction.effects) {
      if (effect.is(selectLines)) selected = effect.value
      if (effect.is(moveTo)) current = effect.value
    }
    if (selected === value.selected && current === value.current && !transaction.docChanged) return value
    return { selected, current, decorations: decorate(transaction.state, selected, current) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
})

function move(view: EditorView, by: number): boolean {
  const { current } = view.state.field(linesField)
  const next = Math.min(Math.max(current + by, 1), view.state.doc.lines)
  view.dispatch({
    effects: [moveTo.of(next), EditorView.scrollIntoView(view.state.doc.line(next).from)],
  })
  return true
}

const theme = EditorView.theme({
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--accent-text)' },
  '.cm-selected-line': { backgroundColor: 'var(--selected)', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '&.cm-focused .cm-current-line': { outline: '1px solid var(--line-control)', outlineOffset: '-1px' },
})

/**
 * Lines that people select: by a click on a line, or by arrow keys with Enter or Space.
 * @param onLine called with the number of a line that was selected, or is no longer
 */
export function selectableLines(onLine: (line: number) => void): Extension {
  const toggle = (view: EditorView): boolean => {
    const { current } = view.state.field(linesField)
    if (current > 0) onLine(current)
    return current > 0
  }
  return [
    linesField,
    theme,
    lineNumbers({
      domEventHandlers: {
        click(view, block) {
          onLine(view.state.doc.lineAt(block.from).number)
          return true
        },
      },
    }),
    EditorView.domEventHandlers({
      click(event, view) {
        // Somebody who drags selects text to copy it, and no line.
        if (!(getSelection()?.isCollapsed ?? true) || event.detail > 1) return false
        const { target } = event
        const line = target instanceof Element ? target.closest('.cm-line') : null
        if (line === null) return false
        const { number } = view.state.doc.lineAt(view.posAtDOM(line))
        view.dispatch({ effects: moveTo.of(number) })
        onLine(number)
        return false
      },
    }),
    keymap.of([
      { key: 'ArrowDown', run: (view) => move(view, 1) },
      { key: 'ArrowUp', run: (view) => move(view, -1) },
      { key: 'PageDown', run: (view) => move(view, 20) },
      { key: 'PageUp', run: (view) => move(view, -20) },
      { key: 'Enter', run: toggle },
      { key: 'Space', run: toggle },
    ]),
  ]
}
