/** The smallest id. No row has it but the agent that stands for this installation. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** The agent that stands for 'this installation, no remote agent' in every `agent_id` column. */
export const LOCAL_AGENT_ID = NIL_ID

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID of any version, the form of every id in the product. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
