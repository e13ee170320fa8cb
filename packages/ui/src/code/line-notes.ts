import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, gutter, GutterMarker } from '@codemirror/view'

/** Sets the notes of the lines, by their number less one. */
export const noteLines = StateEffect.define<readonly (string | undefined)[]>()

class Note extends GutterMarker {
  readonly #text: string
  constructor(text: string) {
    super()
    this.#text = text
  }
  override eq(other: GutterMarker): boolean {
    return other instanceof Note && other.#text === this.#text
  }
  override toDOM(): Text {
    return document.createTextNode(this.#text)
  }
}

const notesField = StateField.define<readonly (string | undefined)[]>({
  create: () => [],
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(noteLines)) return effect.value
    return value
  },
})

/** Short texts before the lines, such as who wrote them. */
export const lineNotes: Extension = [
  notesField,
  gutter({
    class: 'cm-line-notes',
    lineMarker(view, block) {
      const text = view.state.field(notesField)[view.state.doc.lineAt(block.from).number - 1]
      return text === undefined ? null : new Note(text)
    },
    lineMarkerChange: (update) => update.startState.field(notesField) !== update.state.field(notesField),
  }),
  EditorView.theme({
    '.cm-line-notes': { borderRight: '1px solid var(--line)' },
    '.cm-line-notes .cm-gutterElement': {
      maxWidth: '16rem',
      overflow: 'hidden',
      padding: '0 0.5rem',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  }),
]
