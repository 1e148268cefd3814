// Several statements in one round trip. The driver's pipeline mode ends every statement with a Sync, and the server
// flushes its answers at each: a batch of a dozen statements would be a dozen packets, wake-ups and reads on both sides.
// Here all of them share one Sync, and a statement is described only once per connection.
//
// After the first error the server skips the remaining statements, and the round trip fails with that error.

import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Rows, Step } from '../database.ts'
import { isServerError } from '../statements/sqlstate.ts'
import { WireWriter } from './wire-writer.ts'

export interface Settle {
  resolve(results: Rows<unknown>[]): void
  reject(error: unknown): void
}

/** The driver's connection. */
interface WireConnection {
  readonly stream: Duplex
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

interface Column {
  readonly name: string
  parse(text: string): unknown
}

/** A statement that a connection has prepared. */
interface Prepared {
  /** Undefined until the server has described the statement. */
  columns: readonly Column[] | undefined
  /** Has every column, so that all rows share one hidden class instead of growing a column at a time. */
  emptyRow: Readonly<Record<string, unknown>>
}

interface ConnectionMemory {
  readonly planEpoch: number
  readonly prepared: Map<string, Prepared>
  /** Statements that failed on their first use: the server may or may not have kept them. */
  readonly inDoubt: Set<string>
  readonly writer: WireWriter
}

const memories = new WeakMap<object, ConnectionMemory>()

/**
 * A connection to distributed books prepares statements per institution. The server keeps them until they are closed, at some
 * ten kilobytes each.
 */
const MOST_PREPARED = 500

// A subclass of the driver's Query, because in pipeline mode its queue takes nothing else.
export class RoundTrip extends pg.Query {
  readonly #steps: readonly Step[]
  readonly #types: pg.CustomTypesConfig
  readonly #results: Rows<unknown>[] = []
  readonly #settle: Settle
  readonly #planEpoch: number
  /** Undefined until it is submitted. */
  #memory: ConnectionMemory | undefined
  #wire: WireConnection | undefined
  /** Statements that this trip itself prepares and the server has not confirmed yet. */
  readonly #preparing = new Set<string>()
  #rows: unknown[] = []
  #failed = false

  /** Statements that were prepared in an earlier plan epoch are prepared again. */
  constructor(steps: readonly Step[], types: pg.CustomTypesConfig, planEpoch: number, settle: Settle) {
    // A text, because the driver copies an object property by property, with its descriptors.
    super('')
    this.#planEpoch = planEpoch
    this.#steps = steps
    this.#types = types
    this.#settle = settle
  }

  override submit = (connection: unknown): void => {
    const wire = connection as WireConnection
    this.#wire = wire
    const memory = memoryOf(wire, this.#planEpoch)
    this.#memory = memory
    const { writer } = memory
    // An earlier round trip may still wait to be sent.
    writer.begin(wire.stream.writableLength > 0)
    if (memory.prepared.size > MOST_PREPARED) this.#closeAll(memory)
    for (const step of this.#steps) this.#write(memory, step)
    writer.sync()
    if (wire.stream.writable) wire.stream.write(writer.written)
  }

  #closeAll({ prepared, writer }: ConnectionMemory): void {
    for (const name of prepared.keys()) writer.close(this.#nameOf(name))
    prepared.clear()
  }

  /** The driver prepares statements too and tracks them by name, so ours have names that it never uses. */
  #nameOf(statement: string): string {
    return `round-trip:${this.#planEpoch}:${statement}`
  }

  #write({ prepared, inDoubt, writer }: ConnectionMemory, { statement, values, rows }: Step): void {
    const known = prepared.get(statement.name)
    const name = this.#nameOf(statement.name)
    if (known === undefined && !this.#preparing.has(name)) {
      this.#preparing.add(name)
      if (inDoubt.has(statement.name)) writer.close(name)
      writer.parse(name, statement.text)
    }
    writer.bind(name, values)
    if (known?.columns === undefined) writer.describe()
    writer.execute()
    // Sent before the server is ready for them. If it refuses, it skips them with the rest of the trip.
    if (rows !== undefined) writer.copy(rows)
  }

  /** The rows have already been sent. */
  handleCopyInResponse(): void {}

  handleRowDescription(message: { fields: readonly Field[] }): void {
    const columns = message.fields.map((field) => ({
      name: field.name,
      parse: this.#types.getTypeParser(field.dataTypeID, 'text') as Column['parse'],
    }))
    const prepared = this.#prepared()
    prepared.columns = columns
    prepared.emptyRow = Object.fromEntries(columns.map((column) => [column.name, null]))
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(this.#read(message.fields))
    } catch (error) {
      // Called while the driver reads from the socket, where it would end the process. What the server has done is unknown, and
      // what it sends next cannot be trusted.
      const unreadable = new Error('an answer of the database cannot be read', { cause: error })
      this.handleError(unreadable)
      this.#wire?.stream.destroy(unreadable)
    }
  }

  #read(fields: readonly (string | null)[]): Record<string, unknown> {
    const { columns = [], emptyRow } = this.#prepared()
    const row: Record<string, unknown> = { ...emptyRow }
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as Column
      const text = fields[i]
      row[column.name] = text === null || text === undefined ? null : column.parse(text)
    }
    return row
  }

  handleCommandComplete(message: { text: string }): void {
    // From here on the statement is known to have no columns.
    this.#prepared().columns ??= []
    const count = /\d+$/.exec(message.text)
    this.#results.push({ rows: this.#rows, rowCount: count === null ? 0 : Number(count[0]) })
    this.#rows = []
  }

  handleError(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    const failed = this.#steps[this.#results.length]?.statement.name
    if (failed !== undefined) {
      this.#memory?.prepared.delete(failed)
      this.#memory?.inDoubt.add(failed)
    }
    this.#settle.reject(isServerError(error) ? error : new ConnectionLost(error))
  }

  handleReadyForQuery(): void {
    if (!this.#failed) this.#settle.resolve(this.#results)
  }

  #prepared(): Prepared {
    const name = this.#steps[this.#results.length]?.statement.name ?? ''
    let prepared = this.#memory?.prepared.get(name)
    if (prepared === undefined) {
      prepared = { columns: undefined, emptyRow: {} }
      this.#memory?.prepared.set(name, prepared)
      // This trip closed the earlier one that was in doubt.
      this.#memory?.inDoubt.delete(name)
    }
    return prepared
  }
}

/** An error that the server did not report: the connection is lost. The code is the SQLSTATE for that. */
class ConnectionLost extends Error {
  readonly code = '08006'

  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
    this.name = 'ConnectionLost'
  }
}

function memoryOf(connection: object, planEpoch: number): ConnectionMemory {
  let memory = memories.get(connection)
  if (memory === undefined || memory.planEpoch < planEpoch) {
    memory = { planEpoch, prepared: new Map(), inDoubt: new Set(), writer: memory?.writer ?? new WireWriter() }
    memories.set(connection, memory)
  }
  return memory
}
