// Sandbox only: reset, moving the clock, the mailbox, the credentials.

import { Type } from 'typebox'
import { bodyValidator } from '../../edge/http/body/validation.ts'
import type { Call } from '../../edge/http/call.ts'
import type { Reply, Route } from '../../edge/http/family.ts'
import { invalidFields } from '../../platform/kernel/problems/problem.ts'
import { jsonReply } from './json-reply.ts'

export type ClockStep = { readonly advanceDays: number } | { readonly date: string }

export interface SandboxControls {
  /** `samples`: with the sample loans and tokens, which take most of the time. */
  reset(options: { readonly samples: boolean }): Promise<void>
  /** Moves the clock forward and closes every past business day; throws a Problem `invalid` otherwise. */
  advanceClock(step: ClockStep): Promise<{ readonly now: string }>
  mailbox(to: string | undefined): Promise<readonly unknown[]>
  credentials(): unknown
}

const readReset = bodyValidator(Type.Object({ samples: Type.Optional(Type.Boolean()) }))

const readStep = bodyValidator(
  Type.Object({ advanceDays: Type.Optional(Type.Number()), date: Type.Optional(Type.String()) }),
)

export function sandboxControls(sandbox: SandboxControls): Route[] {
  async function reset(call: Call): Promise<Reply> {
    const { samples = true } = call.body === undefined ? {} : readReset(call.body)
    await sandbox.reset({ samples })
    return jsonReply({ reset: true })
  }

  async function clock(call: Call): Promise<Reply> {
    return jsonReply(await sandbox.advanceClock(clockStep(call.body)))
  }

  async function mailbox(call: Call): Promise<Reply> {
    const { to } = call.query
    if (to !== undefined && typeof to !== 'string') throw invalidFields([{ path: 'to', message: 'is sent twice' }])
    return jsonReply({ mails: await sandbox.mailbox(to) })
  }

  return [
    { method: 'POST', path: '/sandbox/reset', operation: 'SandboxReset', answer: reset },
    { method: 'POST', path: '/sandbox/clock', operation: 'SandboxClock', answer: clock },
    { method: 'GET', path: '/sandbox/mailbox', operation: 'SandboxMailbox', answer: mailbox },
    {
      method: 'GET',
      path: '/sandbox/credentials',
      operation: 'SandboxCredentials',
      answer: async () => jsonReply(sandbox.credentials()),
    },
  ]
}

function clockStep(body: unknown): ClockStep {
  const { advanceDays, date } = readStep(body)
  if (advanceDays !== undefined && date === undefined) return { advanceDays }
  if (date !== undefined && advanceDays === undefined) return { date }
  throw invalidFields([{ path: 'body', message: 'must hold either advanceDays or date' }])
}
