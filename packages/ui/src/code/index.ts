export { CodeEditor, type CodeEditorProps, type CodePlace, type CodeProblem } from './code-editor.tsx'
export type { EditorSize } from './editor-size.ts'
export { CodeViewer, type CodeViewerProps } from './code-viewer.tsx'
