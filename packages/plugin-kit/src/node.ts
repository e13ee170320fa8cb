export { type CheckPlugin, loadCheckPlugins } from './families/checks.ts'
