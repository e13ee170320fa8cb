export * from './document.ts'
export { parseMarkdown, safeUrl } from './parse.ts'
export * from './render.ts'
