// Makes sure that every node has handled a change before its caller gets an answer. The node that committed it asks all
// listening nodes, itself included, and each answers once its subscribers have handled all earlier changes.

import { newCorrelationId } from '../../kernel/identifiers/ids.ts'
import { unattended } from '../../kernel/work/unattended.ts'
import type { Confirmed, Sql } from '../database.ts'
import { askMessage, CONFIRMATIONS_CHANNEL, doneMessage, NODE_PATTERN, nodeIdOf, readConfirmation } from './messages.ts'
import {
  PREVIOUS_CHANNEL,
  PREVIOUS_LISTEN,
  PREVIOUS_TOPIC,
  previousAnswer,
  previousAsk,
  readPrevious,
} from './previous-version.ts'

export interface ConfirmationsParts {
  /** Outside any transaction. */
  readonly sql: Sql
  readonly nodeId: string
  /** Whether this node has handled all changes of the topic received so far; resolves when that is known. */
  handled(topic: string): Promise<boolean>
}

interface Expected {
  readonly nodeIds: ReadonlySet<string>
  /** Nodes of the previous version, whose answers do not name the sender. */
  readonly previousNodes: number
}

/** One caller that waits. */
interface Confirmation {
  readonly topic: string
  readonly finish: () => void
  /** Changes when the question is asked again. */
  id: string
  /** Undefined until the database has returned which nodes listen; answers may arrive before that. */
  expected: Expected | undefined
  answered: Set<string>
  previousAnswers: number
}

interface Notice {
  readonly channel: string
  readonly payload: string
}

export class Confirmations {
  readonly #parts: ConfirmationsParts
  readonly #pending = new Map<string, Confirmation>()
  #answers: Notice[] = []
  #isSending = false
  #closed = false

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts
  }

  /** Resolves when every listening node has handled the topic's changes so far, or at the timeout. Never rejects. */
  async confirm(topic: string, timeoutMs: number): Promise<Confirmed> {
    const { nodeId } = this.#parts
    if (this.#closed) return { confirmed: [], silent: [nodeId] }
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const confirmation: Confirmation = {
      topic,
      finish,
      id: '',
      expected: undefined,
      answered: new Set(),
      previousAnswers: 0,
    }
    const timer = setTimeout(finish, timeoutMs)
    unattended(this.#ask(confirmation))
    await finished
    clearTimeout(timer)
    this.#pending.delete(confirmation.id)
    // While it is not known who listens, this node is the only one to name.
    const { expected, answered } = confirmation
    const live = [...(expected?.nodeIds ?? new Set([nodeId]))]
    return { confirmed: live.filter((id) => answered.has(id)), silent: live.filter((id) => !answered.has(id)) }
  }

  /** Repeats the pending questions: answers may have been lost with the last connection. */
  askAgain(): void {
    for (const confirmation of [...this.#pending.values()]) unattended(this.#ask(confirmation))
  }

  onNotice(payload: string): void {
    const message = readConfirmation(payload)
    if (message?.kind === 'ask') {
      const answer = { channel: CONFIRMATIONS_CHANNEL, payload: doneMessage(message.id, this.#parts.nodeId) }
      unattended(this.#answerWhenHandled(message.topic, answer))
    } else if (message?.kind === 'done') {
      const confirmation = this.#pending.get(message.id)
      confirmation?.answered.add(message.nodeId)
      finishIfComplete(confirmation)
    }
  }

  onPreviousNotice(payload: string): void {
    const message = readPrevious(payload)
    if (message?.kind === 'ask') {
      const answer = { channel: PREVIOUS_CHANNEL, payload: previousAnswer(message.id) }
      unattended(this.#answerWhenHandled(PREVIOUS_TOPIC, answer))
    } else if (message?.kind === 'answer') {
      const confirmation = this.#pending.get(message.id)
      if (confirmation !== undefined) confirmation.previousAnswers++
      finishIfComplete(confirmation)
    }
  }

  close(): void {
    this.#closed = true
    for (const { finish } of this.#pending.values()) finish()
  }

  async #ask(confirmation: Confirmation): Promise<void> {
    this.#pending.delete(confirmation.id)
    const id = newCorrelationId()
    Object.assign(confirmation, { id, expected: undefined, answered: new Set(), previousAnswers: 0 })
    this.#pending.set(id, confirmation)
    try {
      const expected = await this.#send(id, confirmation.topic)
      if (confirmation.id !== id) return
      confirmation.expected = expected
      finishIfComplete(confirmation)
    } catch {
      // The question was not sent. The change itself is announced, so the timeout gives nodes the time to handle it.
    }
  }

  /** Sends the question and returns which nodes must answer. */
  async #send(id: string, topic: string): Promise<Expected> {
    const asksPrevious = topic === PREVIOUS_TOPIC
    const { rows } = await this.#parts.sql.query<{ names: string[]; previous_nodes: number }>(
      `SELECT pg_notify($1, $2), CASE WHEN $3::text IS NOT NULL THEN pg_notify($4, $3) END,
              ARRAY(SELECT application_name FROM pg_stat_activity
                     WHERE datname = current_database() AND application_name LIKE $5) AS names,
              (SELECT count(*)::int FROM pg_stat_activity
                WHERE datname = current_database() AND application_name NOT LIKE $5 AND query = $6) AS previous_nodes`,
      [
        CONFIRMATIONS_CHANNEL,
        askMessage(id, topic),
        asksPrevious ? previousAsk(id) : null,
        PREVIOUS_CHANNEL,
        NODE_PATTERN,
        PREVIOUS_LISTEN,
      ],
    )
    const [row] = rows
    return {
      // This node counts even when the database shows no connections, as with PGlite.
      nodeIds: new Set([this.#parts.nodeId, ...(row?.names ?? []).map(nodeIdOf)]),
      previousNodes: asksPrevious ? (row?.previous_nodes ?? 0) : 0,
    }
  }

  /** A node that could not handle a change does not answer: the caller then waits while the node retries. */
  async #answerWhenHandled(topic: string, answer: Notice): Promise<void> {
    if (!(await this.#parts.handled(topic)) || this.#closed) return
    this.#answers.push(answer)
    if (!this.#isSending) await this.#sendAnswers()
  }

  /** Sends what has accumulated in one statement, so that answering never takes more than one connection. */
  async #sendAnswers(): Promise<void> {
    this.#isSending = true
    while (this.#answers.length > 0) {
      const answers = this.#answers
      this.#answers = []
      await this.#parts.sql
        .query('SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS answers (channel, payload)', [
          answers.map(({ channel }) => channel),
          answers.map(({ payload }) => payload),
        ])
        // Without this answer the asking node waits for its timeout.
        .catch(() => {})
    }
    this.#isSending = false
  }
}

function finishIfComplete(confirmation: Confirmation | undefined): void {
  if (confirmation?.expected === undefined) return
  const { expected, answered, previousAnswers, finish } = confirmation
  if (answered.isSupersetOf(expected.nodeIds) && previousAnswers >= expected.previousNodes) finish()
}
