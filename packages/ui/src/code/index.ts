export { CodeEditor, type CodeEditorProps, type CodePlace, type CodeProblem } from './code-editor.tsx'
export { CodeViewer, type CodeViewerProps } from './code-viewer.tsx'
