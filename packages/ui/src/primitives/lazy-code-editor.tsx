import { lazy, type ReactNode, Suspense } from 'react'
import type { CodeEditorProps } from '../code/code-editor.tsx'
import { editorHeights } from '../code/editor-size.ts'
import { Skeleton } from './skeleton.tsx'

const CodeEditor = lazy(async () => {
  const { CodeEditor: component } = await import('../code/index.ts')
  return { default: component }
})

/** An editor whose code loads when it is shown. Its place has the height of an empty one, so that nothing moves then. */
export function LazyCodeEditor(props: CodeEditorProps): ReactNode {
  const { least } = editorHeights[props.size ?? 'small']
  return (
    <Suspense
      fallback={
        <div style={{ height: least }}>
          <Skeleton className="h-full w-full" />
        </div>
      }
    >
      <CodeEditor {...props} />
    </Suspense>
  )
}
