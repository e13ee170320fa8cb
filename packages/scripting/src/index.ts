export { check, type CheckOptions, type CheckResult } from './check.ts'
export { requiredTexts, contradicts } from './required.ts'
export { createScriptChecker, type ScriptChecker } from './checker.ts'
export {
  createScriptEngine,
  type EngineOptions,
  type ScriptEngine,
  type ScriptEnvironment,
  type ScriptOutput,
} from './engine.ts'
export { type ScriptError, type ScriptErrorCode, scriptErrorCodes } from './failure.ts'
export type { FunctionDefinition } from './functions/definition.ts'
export { exampleEnvironment, exampleNow } from './functions/example.ts'
export { functionGroups, signatureOf } from './functions/registry.ts'
export { defaultLimits, type Limits } from './limits.ts'
export { type Language, languageTitles, type Script, type ScriptFields, scriptOf } from './script.ts'
export { truthOf } from './truth.ts'
export { weightOf } from './weight.ts'
export { gomplateDifferences } from './gomplate/differences.ts'
