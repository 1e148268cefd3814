// The database as the rest of the code sees it: one SQL dialect, whether PostgreSQL runs inside the process (PGlite) or on
// a server. Both are reached through the same driver, so parameters, types and errors are the same too.

export interface Rows<Row> {
  readonly rows: Row[]
  readonly rowCount: number
}

/** A statement prepared once per connection under its name. Names are unique across the code base. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Somewhere to send SQL. bigint columns come back as bigint, timestamps as Date, jsonb parsed, the rest as text or number. */
export interface Sql {
  /** Whether the books lie on several servers. */
  readonly isDistributed?: boolean
  query<Row = Record<string, unknown>>(statement: string | Statement, values?: readonly unknown[]): Promise<Rows<Row>>
}

/** One statement of a round trip. */
export interface Step {
  readonly statement: Statement
  /** As text; the statement's casts say what they are. */
  readonly values: readonly (string | null)[]
  /** The rows of a `COPY … FROM STDIN`, as copyRow() writes them. */
  readonly rows?: string
}

/** Where the statements of a transaction go. */
export interface TransactionSql extends Sql {
  /** Sends all statements at once and waits once. The first that fails is the error, and those after it did not run. */
  roundTrip(steps: readonly Step[]): Promise<Rows<unknown>[]>
}

/** A connection checked out of the pool. */
export interface Session extends TransactionSql {
  /** True once the connection is lost; a session like that is closed, not returned to the pool. */
  readonly broken: boolean
  /** Returns the connection to the pool, or closes it when it is broken. */
  release(): void
  /** Absent unless the session is for a batch and the tables are distributed. */
  readonly shards?: ShardAccess | undefined
}

/** What a batch has to observe when the tables are distributed over several servers. */
export interface ShardAccess {
  /** The database that has the sequences. Its connection is not the session's. */
  readonly central: Sql
  /** What follows the writes of a transaction, right before its commit. */
  beforeCommit(written: readonly Step[]): readonly Step[]
}

export interface SessionOptions {
  /** Statements may take as long as they need: schema changes and checks over whole tables. */
  readonly takesLong?: boolean
  /** For a batch of postings or inquiries. */
  readonly batch?: BatchPlace | undefined
}

/** The rows that a batch reads and writes. */
export interface BatchPlace {
  readonly institutionIds: readonly string[]
  /** All of them are of its one institution, in tables that are distributed by institution: none is in a local table. */
  readonly staysInShard: boolean
}

/** A database whose tables are distributed over several servers by institution. */
export interface Distribution {
  /** False while the server that holds the institution's rows is known to be out of reach. */
  isReachable(institutionId: string): boolean
  /** Those of the institutions whose servers answer, as they are found now. */
  reachable(institutionIds: readonly string[]): Promise<string[]>
  /** The servers that hold rows, as last seen. */
  workers(): readonly WorkerState[]
}

export interface WorkerState {
  /** Host and port. */
  readonly address: string
  readonly isReachable: boolean
  /** Those of its institutions that this node has worked for. */
  readonly institutionIds: readonly string[]
  readonly load: ConnectionLoad
}

export interface Database extends Sql {
  readonly engine: 'pglite' | 'postgres'
  /** Whether the books lie on several servers (docs/decisions/0057). False until it is known: learnLayout(). */
  readonly isDistributed: boolean
  /** A run of `tillgate distribute` has not ended: nothing may be posted. */
  readonly isHalfDistributed: boolean
  /** Finds out whether the books are distributed. Before a gateway or a command uses them. */
  learnLayout(): Promise<void>
  /** The size of the pool. PGlite has one connection, so taking a second while holding it would deadlock. */
  readonly connections: number
  /** Undefined when the books are not distributed. */
  readonly distribution?: Distribution | undefined
  /**
   * With `takesLong` the client waits without limit; the server's statement_timeout is the caller's to set and reset. With `batch` it
   * is a connection to the server that holds the batch's rows.
   */
  connect(options?: SessionOptions): Promise<Session>
  /**
   * Runs work in a transaction, and again from the start when the database reports a conflict that a retry resolves.
   * Throws a Problem: `unavailable` when the database cannot be reached, `timeout` when the connection was lost during the
   * commit and the outcome is unknown. Work can veto the commit (commit-veto.ts).
   */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>, options?: SessionOptions): Promise<T>
  /** Tells the caches of all nodes about changes. */
  readonly changes: ChangeBroadcast
  /**
   * Reads which migrations the database has. Throws NodeOutdated when this node is too old for them; from then on every
   * use of the database does.
   */
  checkSchema(): Promise<void>
  /** During the start callers wait so long for a connection, however often it fails; 0 ends that. */
  setPatience(ms: number): void
  /** How busy the connections are. */
  load(): ConnectionLoad
  close(): Promise<void>
}

/**
 * Tells every node of a change when its transaction commits. A topic belongs to one concept, which gives its payloads their
 * meaning; triggers announce topics too (migration 0011).
 */
export interface ChangeBroadcast {
  /** Subscribe first and load afterwards: a change in between is then announced, not missed. */
  subscribe(topic: string, subscriber: ChangeSubscriber): Subscription
  /** Announces a change when the transaction of `sql` commits. Throws a RangeError from 8000 bytes on. */
  announce(sql: Sql, topic: string, payload?: string): Promise<void>
  /**
   * Resolves when every live node has handled the topic's changes that were committed before, or at the timeout: by then
   * disconnected nodes have noticed. Never rejects.
   */
  confirm(topic: string, options?: ConfirmOptions): Promise<Confirmed>
  /** Identifies this node to the others, until it restarts. */
  readonly nodeId: string
  /** False while changes may be missed. */
  isLive(): boolean
}

/** Nodes confirm a change once the promises returned here are fulfilled. Failures are retried by onGap() every second. */
export interface ChangeSubscriber {
  /** Called in commit order. Must coalesce slow work. */
  onChange(payload: string): unknown
  /** Changes may have been missed: listening has begun, or begun again, or a change was not handled. */
  onGap(): unknown
  /** Called at least every second while changes may be missed, for data that must stay fresh even then. */
  poll?(): unknown
  /** The first failure of an outage. */
  onFailure?(error: unknown): void
}

export interface Subscription {
  close(): void
}

/** The ids of the nodes that were live, this one included. */
export interface Confirmed {
  readonly confirmed: readonly string[]
  /** Those that did not answer before the timeout. */
  readonly silent: readonly string[]
}

export interface ConfirmOptions {
  readonly timeoutMs?: number
}

export interface ConnectionLoad {
  readonly total: number
  readonly idle: number
  /** Callers waiting for a connection. */
  readonly waiting: number
  /** Connections that the server did not open in time, since the start. */
  readonly connectTimeouts: number
  /** Callers for whom no connection became free in time, since the start. */
  readonly placeTimeouts: number
}
