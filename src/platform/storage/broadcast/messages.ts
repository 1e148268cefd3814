// What nodes send each other through the database (LISTEN and NOTIFY).
//
//   channel                  payload                meaning
//   tillgate_changes         <topic>:<payload>      something changed; also sent by triggers (migration 0011)
//   tillgate_confirmations   ask:<id>:<topic>       has every node handled the changes of the topic so far?
//   tillgate_confirmations   done:<id>:<node>       this node has
//
// PostgreSQL delivers the notices of all channels to a connection in commit order. So a node that reads a question has
// already received every change that was committed before it.

export const CHANGES_CHANNEL = 'tillgate_changes'
export const CONFIRMATIONS_CHANNEL = 'tillgate_confirmations'

/** PostgreSQL refuses payloads of this length and fails the transaction that sends one. */
const PAYLOAD_LIMIT_BYTES = 8_000
/** Nodes are recognised by the application_name of their listening connections, which every database role can see. */
const NODE_PREFIX = 'tillgate listener '
export const NODE_PATTERN = `${NODE_PREFIX}%`

export function nodeName(nodeId: string): string {
  return NODE_PREFIX + nodeId
}

export function nodeIdOf(applicationName: string): string {
  return applicationName.slice(NODE_PREFIX.length)
}

/** Throws a RangeError when the message is too long for PostgreSQL or the topic could not be parsed. */
export function changeMessage(topic: string, payload: string): string {
  if (topic.includes(':')) throw new RangeError(`the topic ${topic} contains a colon`)
  const message = `${topic}:${payload}`
  if (Buffer.byteLength(message) >= PAYLOAD_LIMIT_BYTES)
    throw new RangeError(`a change of ${topic} must be shorter than ${PAYLOAD_LIMIT_BYTES} bytes`)
  return message
}

export function readChange(message: string): { readonly topic: string; readonly payload: string } {
  const end = message.indexOf(':')
  if (end === -1) return { topic: message, payload: '' }
  return { topic: message.slice(0, end), payload: message.slice(end + 1) }
}

export function askMessage(id: string, topic: string): string {
  return `ask:${id}:${topic}`
}

export function doneMessage(id: string, nodeId: string): string {
  return `done:${id}:${nodeId}`
}

export type ConfirmationMessage =
  | { readonly kind: 'ask'; readonly id: string; readonly topic: string }
  | { readonly kind: 'done'; readonly id: string; readonly nodeId: string }

/** Undefined for unknown messages, which a later version may send. */
export function readConfirmation(message: string): ConfirmationMessage | undefined {
  const [kind, id = '', subject = ''] = message.split(':')
  if (kind === 'ask') return { kind, id, topic: subject }
  if (kind === 'done') return { kind, id, nodeId: subject }
  return undefined
}
