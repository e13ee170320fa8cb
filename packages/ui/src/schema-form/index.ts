export { fieldKind, type FormField, formFields, helpOf, labelOf, textOf } from './field-kind.ts'
export { MapEditor } from './map-field.tsx'
export { FieldGrid, FoldedGroup, ObjectFields } from './schema-field.tsx'
export { type SchemaForm, SchemaFormProvider, useSchemaForm, type ValuePath } from './schema-form.ts'
