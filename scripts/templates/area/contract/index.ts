export * from './{{name}}.ts'
