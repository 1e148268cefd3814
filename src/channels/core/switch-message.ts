// The message of a switch that an order came with. Its reversals name it by the original data elements (DE 90 of 1987, DE 56 of
// 1993), not by an RRN.

import { createHash } from 'node:crypto'

/** Of an empty part nothing is known. */
export interface OriginalElements {
  /** The message type of a first transmission: `0200` stands for a 0201 too. */
  readonly mti: string
  readonly stan: string
  /** DE 7 of 1987, DE 12 of 1993. */
  readonly time: string
  /** DE 32 without leading zeros. */
  readonly acquirer: string
}

export interface SwitchMessage extends OriginalElements {
  /** As the file of switches names it. */
  readonly switchName: string
  /** DE 37. */
  readonly rrn: string
  /** When the transaction took place where it did (DE 12 and 13). */
  readonly localTime: string
}

/** Whether elements name a message of the same switch. A part that either lacks does not count. */
export function names(elements: OriginalElements, message: OriginalElements): boolean {
  return (
    agree(elements.mti, message.mti) &&
    agree(elements.stan, message.stan) &&
    agree(elements.time, message.time) &&
    agree(elements.acquirer, message.acquirer)
  )
}

function agree(one: string, other: string): boolean {
  return one === '' || other === '' || one === other
}

/**
 * The RRN of a reversal that cannot have that of its message, because its original or a wrong one has it: always the same one for
 * the same content, so that a repeat is recognised.
 */
export function reversalRrn(rrn: string, fingerprint: string): string {
  const digits = createHash('sha256').update(`${rrn} ${fingerprint}`).digest('hex').slice(0, 14)
  return `R${BigInt(`0x${digits}`).toString(36).toUpperCase().padStart(11, '0')}`
}
