import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState, type Extension, Prec, type Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { cspNonce } from '../utilities/csp-nonce.ts'
import { useLive } from '../utilities/live-ref.ts'
import { codeTheme } from './code-theme.ts'
import { editorHeights, type EditorSize } from './editor-size.ts'
import { editorTheme } from './editor-theme.ts'
import { jsonLanguage } from './json-language.ts'

/** An error in the code; line and column are counted from 1. */
export interface CodeProblem {
  line: number
  column: number
  message: string
}

/** A position in the code; line and column are counted from 1. */
export type CodePlace = Pick<CodeProblem, 'line' | 'column'>

/** A suggestion at the cursor. */
interface CodeOption {
  label: string
  insert: string
  detail: string
  information: string | undefined
}

/** Props of a code editor. */
export interface CodeEditorProps {
  value: string
  onChange: (value: string) => void
  language: 'yaml' | 'json' | 'text'
  /** Accessible name. */
  label: string
  problems?: readonly CodeProblem[]
  /** Returns the suggestions at an offset; they replace the text from `from` to the offset. */
  suggest?: (text: string, offset: number) => { from: number; options: readonly CodeOption[] } | undefined
  /** Returns the description of the word at an offset. */
  explain?: (
    text: string,
    offset: number,
  ) => { from: number; to: number; title: string; text: string } | undefined
  placeholder?: string
  /** Default: small. */
  size?: EditorSize
  /** Moves the cursor there and focuses the editor, once for each new object. */
  cursor?: CodePlace | undefined
  id?: string
  invalid?: boolean
  describedBy?: string | undefined
  className?: string
}

/** Marks changes that come from `value`, which must not call onChange. */
const fromOutside = Annotation.define<boolean>()

const languages: Readonly<Record<CodeEditorProps['language'], () => Extension>> = {
  yaml,
  json: () => jsonLanguage,
  text: () => [],
}

/** Returns the line and the offset of a position, clamped to the text. */
function offsetOf(text: Text, { line, column }: CodePlace): { from: number; to: number } {
  const found = text.line(Math.min(Math.max(line, 1), text.lines))
  return { from: Math.min(found.from + Math.max(column - 1, 0), found.to), to: found.to }
}

function diagnosticsOf(text: Text, problems: readonly CodeProblem[]): Diagnostic[] {
  return problems.map(({ message, ...place }) => {
    const { from, to } = offsetOf(text, place)
    const word = /^[^\s:]+/.exec(text.sliceString(from, to))?.[0].length ?? 0
    return { from, to: from + word, severity: 'error', message }
  })
}

function information(title: string, text: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-explanation'
  const heading = document.createElement('strong')
  heading.textContent = title
  const words = document.createElement('p')
  words.textContent = text
  box.append(heading, words)
  return box
}

function attributesOf({ label, id, describedBy, invalid }: CodeEditorProps): Record<string, string> {
  return {
    'aria-label': label,
    ...(id === undefined ? {} : { id }),
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    ...(invalid === true ? { 'aria-invalid': 'true' } : {}),
  }
}

type Assist = Pick<CodeEditorProps, 'suggest' | 'explain'>

function assistance(assist: { current: Assist }): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const found = assist.current.suggest?.(context.state.doc.toString(), context.pos)
    if (found === undefined || found.options.length === 0) return null
    // Suggestions open only after typing or on request. A dot asks for the fields of what is before it.
    const isAfterDot = context.state.sliceDoc(context.pos - 1, context.pos) === '.'
    if (!context.explicit && found.from === context.pos && !isAfterDot) return null
    return {
      from: found.from,
      // After a dot others are suggested.
      validFor: /^[\w@/-]*$/,
      options: found.options.map((option) => ({
        label: option.label,
        detail: option.detail,
        apply: option.insert,
        ...(option.information === undefined ? {} : { info: option.information }),
      })),
    }
  }
  return [
    autocompletion({ override: [complete], icons: false }),
    hoverTooltip((view, position) => {
      const found = assist.current.explain?.(view.state.doc.toString(), position)
      if (found === undefined) return null
      return {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => ({ dom: information(found.title, found.text) }),
      }
    }),
  ]
}

/** Milliseconds after Escape in which Tab leaves the editor. */
const LEAVE_MILLISECONDS = 2_000

/**
 * Keeps Escape that closes suggestions, and the first one after that, which lets Tab leave the editor, from closing the
 * dialog around it. The second one does.
 */
function escapeFirst(): Extension {
  let last = Number.NEGATIVE_INFINITY
  const handlers = EditorView.domEventHandlers({
    keydown(event, view) {
      if (event.key !== 'Escape') return false
      const closesSuggestions = completionStatus(view.state) !== null
      if (closesSuggestions || event.timeStamp - last > LEAVE_MILLISECONDS) event.stopPropagation()
      if (!closesSuggestions) last = event.timeStamp
      return false
    },
  })
  // Before the keys of suggestions, because nothing is called after a key that they take.
  return Prec.highest(handlers)
}

/**
 * Code editor with syntax colors, folding, suggestions and error marks. Tab indents, except in a very small editor; to
 * leave by keyboard, press Escape, then Tab.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const { value, language, problems, cursor, describedBy, invalid = false } = props
  const live = useLive(props)
  const initial = useRef(value)
  // Texts passed to onChange that have not come back as `value` yet.
  const reported = useRef<string[]>([])

  useEffect(() => {
    initial.current = value
  }, [value])

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const nonce = cspNonce()
    const made = new EditorView({
      parent: element,
      doc: initial.current,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of(() => attributesOf(live.current)),
        lineNumbers(),
        lintGutter(),
        codeFolding(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        placeholder(live.current.placeholder ?? ''),
        assistance(live),
        escapeFirst(),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...lintKeymap,
          // In an expression among other fields nobody indents, and Tab goes on to the next field.
          ...(live.current.size === 'very-small' ? [] : [indentWithTab]),
        ]),
        languages[language](),
        codeTheme,
        editorTheme,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((change) => change.annotation(fromOutside)))
            return
          const text = update.state.doc.toString()
          reported.current.push(text)
          live.current.onChange(text)
        }),
      ],
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [language, live])

  useEffect(() => {
    // Once the newest text is back, no text is outstanding, even if it equals an older one.
    if (reported.current.at(-1) === value) reported.current = []
  })

  useEffect(() => {
    const current = view.current
    if (current === null) return
    // A render may bring back a text older than the last key press, which must not replace newer typing.
    const echo = reported.current.indexOf(value)
    if (echo >= 0) {
      reported.current.splice(0, echo + 1)
      return
    }
    if (current.state.doc.toString() === value) return
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  useEffect(() => {
    const current = view.current
    if (current === null) return
    current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, problems ?? [])))
  }, [problems])

  useEffect(() => {
    const current = view.current
    if (current === null) return
    const shown = (name: string) => current.contentDOM.getAttribute(name)
    const isShown = shown('aria-invalid') === (invalid ? 'true' : null)
    // The editor reads its attributes only when something happens in it.
    if (!isShown || shown('aria-describedby') !== (describedBy ?? null)) current.dispatch({})
  }, [invalid, describedBy])

  useEffect(() => {
    const current = view.current
    if (current === null || cursor === undefined) return
    const { from } = offsetOf(current.state.doc, cursor)
    current.dispatch({ selection: { anchor: from }, scrollIntoView: true })
    current.focus()
  }, [cursor])

  const heights = editorHeights[props.size ?? 'small']
  return (
    <div
      ref={host}
      className={classNames(
        'min-h-0 min-w-0 overflow-auto rounded-control border bg-surface',
        invalid ? 'border-danger' : 'border-line-control',
        props.className,
      )}
      style={{
        minHeight: heights.least,
        maxHeight: heights.most,
      }}
    />
  )
}
