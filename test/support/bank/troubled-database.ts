// A database whose round trips and queries fail as the test says.

import type { Database, Session, SessionOptions } from '../../../src/platform/storage/database.ts'

export interface Trouble {
  /** The name of the statement that fails. */
  readonly on: string
  readonly errors: readonly Error[]
  /** True when the statement is executed and only its answer is lost. */
  readonly afterwards?: boolean
  /** Called at each failure. */
  met?(): void
}

/** Round trips and queries of the named statements fail with the errors of the first trouble, then with those of the next. */
export function troubled(database: Database, ...troubles: readonly Trouble[]): Database {
  const left = troubles.flatMap(({ errors, ...trouble }) => errors.map((error) => ({ ...trouble, error })))
  const connect = async (options?: SessionOptions): Promise<Session> => {
    const session = await database.connect(options)
    return new Proxy(session, {
      get(target, name) {
        if (name !== 'roundTrip') return bound(target, name)
        return async (steps: Parameters<Session['roundTrip']>[0]) => {
          const [next] = left
          if (!steps.some((step) => step.statement.name === next?.on)) return target.roundTrip(steps)
          left.shift()
          if (next?.afterwards) await target.roundTrip(steps)
          next?.met?.()
          throw next?.error
        }
      },
    })
  }
  const query: Database['query'] = async (statement, values) => {
    const [next] = left
    if (typeof statement === 'string' || statement.name !== next?.on) return database.query(statement, values)
    left.shift()
    next.met?.()
    throw next.error
  }
  const own: Partial<Database> = { connect, query }
  return new Proxy(database, { get: (target, name) => Reflect.get(own, name) ?? bound(target, name) })
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}
