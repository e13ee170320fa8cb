import { yaml } from '@codemirror/lang-yaml'
import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { WrapText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../primitives/copy-button.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { classNames } from '../utilities/class-names.ts'
import { cspNonce } from '../utilities/csp-nonce.ts'
import { useLive } from '../utilities/live-ref.ts'
import { codeTheme } from './code-theme.ts'
import { jsonLanguage } from './json-language.ts'
import { lineNotes, noteLines } from './line-notes.ts'
import { selectableLines, selectLines } from './selectable-lines.ts'

/** Languages with syntax colors; `text` has none. */
type CodeLanguage = 'yaml' | 'json' | 'text'

/** Props of a code viewer. */
export interface CodeViewerProps {
  code: string
  language: CodeLanguage
  /** Accessible name, also shown in the bar above the code. */
  label: string
  /** Whether long lines wrap at first. Default: true. */
  wrap?: boolean
  /** CSS length above which the code scrolls. Default: no limit. */
  maxHeight?: string
  /** Further buttons in the bar. */
  actions?: ReactNode
  /** Numbers of the selected lines, from 1. The first one is scrolled into view at first. */
  selectedLines?: readonly number[]
  /** Called with a line that was selected, or is no longer. Default: no line can be selected */
  onLine?: (line: number) => void
  /** Short texts before the lines, by their number less one. */
  lineNotes?: readonly (string | undefined)[]
  className?: string
}

const languages: Readonly<Record<CodeLanguage, () => Extension>> = {
  yaml,
  json: () => jsonLanguage,
  text: () => [],
}

/** Read-only code with syntax colors, line numbers, folding and a copy button. */
export function CodeViewer(props: CodeViewerProps): ReactNode {
  const [wrap, setWrap] = useState(props.wrap ?? true)
  return (
    <div
      className={classNames(
        'flex min-h-0 min-w-0 flex-col overflow-clip rounded-panel border border-line bg-surface',
        props.className,
      )}
    >
      <div className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1 truncate text-small text-muted">{props.label}</span>
        {props.actions}
        <IconButton
          label="Wrap lines"
          size="small"
          aria-pressed={wrap}
          className="aria-pressed:text-accent-text"
          icon={<WrapText className="size-3.5" />}
          onClick={() => setWrap(!wrap)}
        />
        <CopyButton text={props.code} />
      </div>
      <CodeSurface
        // A change of language, wrapping, label or notes creates a new editor; a new text updates it in place.
        key={`${props.language}:${wrap}:${props.label}:${props.lineNotes !== undefined}`}
        code={props.code}
        language={props.language}
        label={props.label}
        wrap={wrap}
        maxHeight={props.maxHeight}
        selectedLines={props.selectedLines ?? noLines}
        onLine={props.onLine}
        notes={props.lineNotes}
      />
    </div>
  )
}

const noLines: readonly number[] = []

function CodeSurface(props: {
  code: string
  language: CodeLanguage
  label: string
  wrap: boolean
  maxHeight: string | undefined
  selectedLines: readonly number[]
  onLine: ((line: number) => void) | undefined
  notes: readonly (string | undefined)[] | undefined
}): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const { code, language, label, wrap, selectedLines } = props
  const onLine = useLive(props.onLine)
  const selectable = props.onLine !== undefined
  const { notes } = props
  const noted = notes !== undefined
  const shown = useRef(false)

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const nonce = cspNonce()
    const made = new EditorView({
      parent: element,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
        noted ? lineNotes : [],
        selectable ? selectableLines((line) => onLine.current?.(line)) : lineNumbers(),
        codeFolding(),
        foldGutter(),
        keymap.of(foldKeymap),
        wrap ? EditorView.lineWrapping : [],
        languages[language](),
        codeTheme,
      ],
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [language, label, wrap, selectable, noted, onLine])

  useEffect(() => {
    const current = view.current
    if (current === null || current.state.doc.toString() === code) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: code } })
  }, [code])

  useEffect(() => {
    const current = view.current
    if (current === null || !selectable) return
    const first = selectedLines.find((line) => line <= current.state.doc.lines)
    current.dispatch({
      effects: [
        selectLines.of(selectedLines),
        // A link with a selection opens at it; later selections are where the person is anyway.
        ...(shown.current || first === undefined
          ? []
          : [EditorView.scrollIntoView(current.state.doc.line(first).from, { y: 'center' })]),
      ],
    })
    shown.current = true
  }, [selectable, selectedLines])

  useEffect(() => {
    if (notes !== undefined) view.current?.dispatch({ effects: noteLines.of(notes) })
  }, [notes])

  return (
    <div
      ref={host}
      className="min-h-0 flex-1 overflow-auto [&_.cm-editor]:h-full"
      style={{ maxHeight: props.maxHeight }}
    />
  )
}
