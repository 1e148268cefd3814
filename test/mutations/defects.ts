// Defects that `npm test` must find: one line each, in every room of `src`, as a tired colleague would write them. `npm run mutations`
// makes each one in a copy of the sources and runs the tests that can notice it; a test checks that each still applies.

import type { Defect, Defects } from './defect.ts'
import { ADMINISTRATION } from './rooms/administration.ts'
import { APP } from './rooms/app.ts'
import { CHANNELS } from './rooms/channels.ts'
import { EDGE } from './rooms/edge.ts'
import { FAMILIES } from './rooms/families.ts'
import { LEDGER } from './rooms/ledger.ts'
import { LOANS } from './rooms/loans.ts'
import { OVERSIGHT } from './rooms/oversight.ts'
import { PLATFORM } from './rooms/platform.ts'
import { RULES } from './rooms/rules.ts'
import { SANDBOX } from './rooms/sandbox.ts'
import { TOKENS } from './rooms/tokens.ts'

export interface NumberedDefect extends Defect {
  readonly number: number
  readonly room: string
  readonly name: string
}

const ROOMS: Readonly<Record<string, Defects>> = {
  platform: PLATFORM,
  rules: RULES,
  ledger: LEDGER,
  administration: ADMINISTRATION,
  edge: EDGE,
  loans: LOANS,
  tokens: TOKENS,
  channels: CHANNELS,
  oversight: OVERSIGHT,
  families: FAMILIES,
  sandbox: SANDBOX,
  app: APP,
}

export const DEFECTS: readonly NumberedDefect[] = Object.entries(ROOMS)
  .flatMap(([room, defects]) => Object.entries(defects).map(([name, defect]) => ({ room, name, ...defect })))
  .map((defect, index) => ({ number: index + 1, ...defect }))

/** Those that are asked for by number, range of numbers, room or name; all without any. */
export function chooseDefects(asked: readonly string[]): readonly NumberedDefect[] {
  const matches = (one: string, { number, room, name }: NumberedDefect) => {
    const [first, last = first] = one.split('-').map(Number)
    return one === room || one === name || (number >= Number(first) && number <= Number(last))
  }
  const unknown = asked.filter((one) => !DEFECTS.some((defect) => matches(one, defect)))
  if (unknown.length > 0) throw new Error(`there is no defect ${unknown.join(', ')}`)
  return asked.length === 0 ? DEFECTS : DEFECTS.filter((defect) => asked.some((one) => matches(one, defect)))
}
