import { inProject } from './paths.mjs'

const bin = (name) => inProject('node_modules', '.bin', name)

/** What can be said of the code without running it. */
export const staticChecks = (node) => [
  { name: 'format', file: bin('oxfmt'), args: ['--check'] },
  { name: 'types of the server', file: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web application', file: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'lint', file: bin('oxlint'), args: ['--deny-warnings'] },
  { name: 'layers', file: node, args: [inProject('scripts', 'check-layers.mjs')] },
  { name: 'requirements cited', file: node, args: [inProject('scripts', 'check-requirements.mjs')] },
  { name: 'security table', file: node, args: [inProject('scripts', 'check-security.mjs')] },
  {
    name: 'generated documentation',
    file: node,
    args: [inProject('scripts', 'generate-docs.ts'), '--check'],
  },
]
