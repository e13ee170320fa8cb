import type { FlowNode, FlowValues, InputNode } from './flow.ts'

/**
 * What a form sends: the values of its fields, and of the button that was pressed, in the type that each node has.
 * @param button what was pressed, if anything was
 */
export function valuesToSend(
  nodes: readonly FlowNode[],
  form: FormData,
  button: InputNode | undefined,
): FlowValues {
  const values: Record<string, string | number | boolean> = {}
  for (const node of nodes) {
    if (node.type !== 'input') continue
    const { name, type, value, disabled } = node.attributes
    if (disabled === true) continue
    if (type === 'submit' || type === 'button') {
      if (node === button) values[name] = value ?? ''
    } else if (type === 'checkbox') values[name] = form.get(name) !== null
    else if (type === 'hidden') values[name] = value ?? ''
    else {
      const typed = form.get(name)
      if (typeof typed === 'string') values[name] = type === 'number' && typed !== '' ? Number(typed) : typed
    }
  }
  return values
}
