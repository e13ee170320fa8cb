export { CodeEditor, type CodeEditorProps, type CodeOption, type CodeProblem } from './code-editor.tsx'
export { type CodeLanguage, CodeViewer, type CodeViewerProps } from './code-viewer.tsx'
