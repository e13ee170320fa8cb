export { CodeEditor, type CodeEditorProps, type CodePlace, type CodeProblem } from './code-editor.tsx'

export { CodeViewer } from './code-viewer.tsx'
