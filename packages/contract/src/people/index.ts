export * from './administration.ts'
export * from './people.ts'
export * from './user-agent.ts'
