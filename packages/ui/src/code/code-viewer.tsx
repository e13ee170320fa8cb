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
import { codeTheme } from './code-theme.ts'
import { jsonLanguage } from './json-language.ts'

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
        // A change of language, wrapping or label creates a new editor; a new text updates it in place.
        key={`${props.language}:${wrap}:${props.label}`}
        code={props.code}
        language={props.language}
        label={props.label}
        wrap={wrap}
        maxHeight={props.maxHeight}
      />
    </div>
  )
}

function CodeSurface(props: {
  code: string
  language: CodeLanguage
  label: string
  wrap: boolean
  maxHeight: string | undefined
}): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const { code, language, label, wrap } = props

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
        lineNumbers(),
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
  }, [language, label, wrap])

  useEffect(() => {
    const current = view.current
    if (current === null || current.state.doc.toString() === code) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: code } })
  }, [code])

  return (
    <div
      ref={host}
      className="min-h-0 flex-1 overflow-auto [&_.cm-editor]:h-full"
      style={{ maxHeight: props.maxHeight }}
    />
  )
}
