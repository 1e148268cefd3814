// A line of a file as it is compared, and what is wrong with one. A message never repeats a value: it could be a card number.

import { invalidFields, Problem } from '../../../platform/kernel/problems/problem.ts'
import type { BusinessDate } from '../../../platform/kernel/time/clock.ts'
import type { Mapping } from './mapping.ts'

/** Every line is of the institution that the reconciliation is for: a file cannot name another one. */
export interface FileLine {
  readonly line: number
  /** The place among the entries of one line, from 0. */
  readonly part: number
  readonly partnerId: string
  readonly rrn: string
  /** Money given to the customer, or given back. */
  readonly isCredit: boolean
  readonly currency: string
  readonly amountMinor: bigint
  readonly accountId?: string | undefined
  readonly type?: string | undefined
  readonly terminalId?: string | undefined
}

export interface ReadingOptions {
  readonly institutionId: string
  readonly source: string
  readonly mapping: Mapping
  /** Partners that serve the institution: a line of another one is a fault. */
  readonly partnerIds: ReadonlySet<string>
  /** Dates that a line may have. */
  readonly dates: ReadonlySet<BusinessDate>
}

/** What is read of a file; memory does not grow with it. */
export interface FileReader {
  /** The lines that end in these bytes. Throws a Problem when the rest cannot be read at all. */
  read(bytes: Buffer): FileLine[]
  end(): FileLine[]
  readonly leftOut: number
}

const MOST_FAULTS = 20

export interface LineFault {
  readonly line: number
  readonly column?: string | undefined
  readonly reason: string
}

/** The faults of a file: the first ones are told, and the file is refused. */
export class LineFaults {
  readonly #first: LineFault[] = []

  add(fault: LineFault): undefined {
    this.#first.push(fault)
    if (this.#first.length >= MOST_FAULTS) this.throwIfAny()
    return undefined
  }

  throwIfAny(): void {
    const { length } = this.#first
    if (length === 0) return
    const details = this.#first.map(({ line, column, reason }) => ({
      path: column === undefined ? `line ${line}` : `line ${line}, ${column}`,
      message: reason,
    }))
    if (length < MOST_FAULTS) throw invalidFields(details)
    throw new Problem('invalid', `At least ${MOST_FAULTS} lines are faulty`, { details })
  }
}

export function emptyFile(): Problem {
  return invalidFields([{ path: 'file', message: 'has no lines: a source without any sends none' }])
}
