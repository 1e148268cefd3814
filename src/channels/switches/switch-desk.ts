// What the listener asks of the gateway: the operations of account services, called without HTTP.

export interface DeskRequest {
  /** The operation of account services, such as `Debits`. */
  readonly operation: string
  readonly partnerId: string
  /** The client that the switch acts as; absent when the partner's policy asks for none. */
  readonly clientId: string | undefined
  /** Address of the switch. */
  readonly ip: string
  /** The body that a partner would send by REST. */
  readonly body: object
  /** A reversal that bears the RRN of its original, as most switches send it. It gets one of its own, derived from it. */
  readonly sharesRrn: boolean
  /** It tells of money that has moved: declined, it becomes an exception. */
  readonly isAdvice: boolean
  /** The message it came with; absent when that has no trace number. */
  readonly message?: SentMessage | undefined
  /** How a reversal names its original, by DE 90 or DE 56. */
  readonly originalElements?: MessageElements | undefined
  /** The switch has declined it itself: the code of the gateway for it, to be recorded. */
  readonly declinedWith?: string | undefined
  /** It is refused with this code, to be recorded: an advice is an exception then. */
  readonly refusedWith?: string | undefined
  /** Set when the body names a card and leaves an account to the bank. */
  readonly accountTypes?: AccountTypes | undefined
}

/** What names a message. An empty part is not known. */
export interface MessageElements {
  /** `0200` for a 0201 too. */
  readonly mti: string
  readonly stan: string
  /** DE 7 of 1987, DE 12 of 1993. */
  readonly time: string
  /** Without leading zeros. */
  readonly acquirer: string
}

export interface SentMessage extends MessageElements {
  readonly switchName: string
  /** DE 37. */
  readonly rrn: string
  /** Date and time of the place. */
  readonly localTime: string
}

/** By DE 3; undefined where the message names the account. */
export interface AccountTypes {
  readonly account?: string | undefined
  readonly beneficiary?: string | undefined
}

export interface DeskAnswer {
  /** The HTTP status that REST has for it. */
  readonly status: number
  /** The response code: `000`, that of a decline, or that of a problem. */
  readonly code: string
  /** The reply of REST as text; of a problem it has no more than the code. */
  readonly reply: string
  /** An advice that was declined, and that a person will end. */
  readonly isException: boolean
}

export interface SwitchDesk {
  /** Never rejects. */
  ask(request: DeskRequest): Promise<DeskAnswer>
}
