import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Token colors of the theme. Only quotes tell keys, texts and other values apart without color. */
const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--text-muted)' },
])

const surface = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: '0.75rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-code)',
    lineHeight: '1.25rem',
    overflow: 'auto',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '0.5rem 0' },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--text-muted)',
    border: 'none',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.75rem', padding: '0 0.25rem 0 0.75rem' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 0.125rem' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line-strong)',
    color: 'var(--text-secondary)',
    padding: '0 0.25rem',
  },
  '&.cm-focused > .cm-scroller .cm-selectionBackground, ::selection': { backgroundColor: 'var(--selected)' },
})

/** Editor theme shared by viewer and editor. */
export const codeTheme: Extension = [surface, syntaxHighlighting(highlight)]
