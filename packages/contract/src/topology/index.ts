export * from './component.ts'
export * from './requests.ts'
export * from './share.ts'
