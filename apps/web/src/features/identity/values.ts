import type { FlowNode, FlowValues, InputNode } from './flow.ts'

/**
 * Collects the values to submit: all fields and the pressed button, each in the type of its node.
 * @param button the pressed button, if any
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
