// The parts of the process with their dependencies, as wire.ts made them, in Spring Boot's format.

import type { Route } from '../../../edge/http/family.ts'
import { actuatorReply } from './actuator-reply.ts'

export interface Bean {
  readonly aliases: readonly string[]
  readonly scope: 'singleton'
  /** Its class, or the function that opened it. */
  readonly type: string
  /** The file that made it. */
  readonly resource?: string
  /** The names of the parts that it was given. */
  readonly dependencies: readonly string[]
}

export type Beans = () => Readonly<Record<string, Bean>>

export function actuatorBeans(beans: Beans): Route {
  return {
    method: 'GET',
    path: '/actuator/beans',
    operation: 'ActuatorBeans',
    answer: async (call) => actuatorReply(call, { contexts: { tillgate: { parentId: null, beans: beans() } } }),
  }
}
