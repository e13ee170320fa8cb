export * from './component.ts'
export * from './requests.ts'
