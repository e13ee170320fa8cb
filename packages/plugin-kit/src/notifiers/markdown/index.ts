export * from './document.ts'
export { parseMarkdown } from './parse.ts'
export * from './render.ts'
