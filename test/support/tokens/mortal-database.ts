// A database whose connection is lost while a posting commits: with the commit done, or not.

import type { Database, Session, SessionOptions } from '../../../src/platform/storage/database.ts'

export type CommitFate = 'lost' | 'unconfirmed'

/** `fateOf` is asked before each commit of the posting pipeline, and on request before those of other transactions. */
export function mortal(
  database: Database,
  fateOf: () => CommitFate | undefined,
  { ofTransactions = false }: { readonly ofTransactions?: boolean | undefined } = {},
): Database {
  const connect = async (options?: SessionOptions): Promise<Session> => {
    const session = await database.connect(options)
    return new Proxy(session, {
      get(target, name) {
        if (name !== 'roundTrip') return bound(target, name)
        return async (steps: Parameters<Session['roundTrip']>[0]) => {
          const fate = steps.some(({ statement }) => statement.name === 'commit') ? fateOf() : undefined
          if (fate === undefined) return target.roundTrip(steps)
          if (fate === 'unconfirmed') await target.roundTrip(steps)
          throw serverDied()
        }
      },
    })
  }
  const transaction: Database['transaction'] = async (work, options) => {
    let fate: CommitFate | undefined
    const result = await database.transaction(async (sql) => {
      const done = await work(sql)
      fate = fateOf()
      if (fate === 'lost') throw serverDied()
      return done
    }, options)
    if (fate === 'unconfirmed') throw serverDied()
    return result
  }
  const replaced: Partial<Database> = { connect, ...(ofTransactions && { transaction }) }
  return new Proxy(database, {
    get: (target, name) => Reflect.get(replaced, name) ?? bound(target, name),
  })
}

/** The pipeline cannot know whether this commit was done, and does not try again. */
function serverDied(): Error {
  return Object.assign(new Error('the server died'), { code: 'XX000', severity: 'FATAL' })
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}
