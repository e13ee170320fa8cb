import { EditorView } from '@codemirror/view'
import type { Extension } from '@codemirror/state'

/** Theme of the parts that only the editor has: cursor, suggestions, descriptions and error marks. */
export const editorTheme: Extension = EditorView.theme({
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-placeholder': { color: 'var(--text-muted)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    overflow: 'hidden',
    maxWidth: 'min(28rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-code)',
    fontSize: '0.75rem',
    maxHeight: '16rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': { padding: '0.5rem 0.75rem', fontSize: '0.75rem' },
  '.cm-explanation': { padding: '0.5rem 0.75rem', fontSize: '0.75rem', lineHeight: '1.1rem' },
  '.cm-explanation p': { color: 'var(--text-secondary)', marginTop: '0.25rem' },
  '.cm-diagnostic': { padding: '0.375rem 0.75rem', fontSize: '0.75rem' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': { content: 'none' },
  '.cm-gutter-lint': { width: '0.875rem' },
  '.cm-lint-marker': {
    width: '0.5rem',
    height: '0.5rem',
    margin: '0.375rem 0.1875rem',
    borderRadius: '9999px',
    backgroundColor: 'var(--danger)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
})
