// A database whose transactions are all part of one that is open already: what concepts commit one by one for the gateway
// is then committed together, or not at all.

import type { Database, TransactionSql } from '../../../platform/storage/database.ts'

export function joinedDatabase(database: Database, sql: TransactionSql): Database {
  const refuse = (what: string) => () => {
    throw new Error(`${what} is not possible within the transaction of another`)
  }
  return {
    engine: database.engine,
    isDistributed: database.isDistributed,
    isHalfDistributed: database.isHalfDistributed,
    learnLayout: () => database.learnLayout(),
    connections: database.connections,
    query: (statement, values) => sql.query(statement, values),
    transaction: (work) => work(sql),
    connect: refuse('a connection'),
    close: refuse('closing'),
    checkSchema: () => database.checkSchema(),
    setPatience: refuse('waiting'),
    load: () => database.load(),
    changes: {
      nodeId: database.changes.nodeId,
      isLive: () => database.changes.isLive(),
      subscribe: (topic, subscriber) => database.changes.subscribe(topic, subscriber),
      announce: (own, topic, payload) => database.changes.announce(own, topic, payload),
      // Nodes cannot have heard of what is not committed.
      confirm: async () => ({ confirmed: [], silent: [] }),
    },
  }
}
