export * from './{{file}}.ts'
