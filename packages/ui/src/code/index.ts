export { type CodeLanguage, CodeViewer, type CodeViewerProps } from './code-viewer.tsx'
