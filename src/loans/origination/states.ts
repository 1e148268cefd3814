// The states of applications, decisions and offers, and which event leads from which state to which. What is not listed
// is refused. EXPIRE is the clock: it is compared on read and never stored.

/** A table of moves: by state and event the next state. */
export type Moves<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>

export type ApplicationState =
  | 'SUBMITTED'
  | 'UNDER_REVIEW'
  | 'REFERRED'
  | 'APPROVED'
  | 'DECLINED'
  | 'WITHDRAWN'
  | 'OFFERED'
  | 'ACCEPTED'
  | 'CONVERTED'
  | 'EXPIRED'

/** WITHDRAW is a DECLINE with the reason APPLICANT_WITHDREW. */
export type ApplicationEvent =
  | 'SIGNALS'
  | 'APPROVE'
  | 'DECLINE'
  | 'WITHDRAW'
  | 'REFER'
  | 'OFFER'
  | 'ACCEPT'
  | 'CONVERT'
  | 'EXPIRE'

const UNDECIDED = { APPROVE: 'APPROVED', DECLINE: 'DECLINED', WITHDRAW: 'WITHDRAWN', REFER: 'REFERRED' } as const

export const APPLICATION_MOVES: Moves<ApplicationState, ApplicationEvent> = {
  SUBMITTED: { ...UNDECIDED, SIGNALS: 'UNDER_REVIEW' },
  UNDER_REVIEW: { ...UNDECIDED, SIGNALS: 'UNDER_REVIEW' },
  // More signals are what a referral waits for.
  REFERRED: { ...UNDECIDED, SIGNALS: 'REFERRED' },
  APPROVED: { OFFER: 'OFFERED', EXPIRE: 'EXPIRED' },
  OFFERED: { OFFER: 'OFFERED', ACCEPT: 'ACCEPTED', EXPIRE: 'EXPIRED' },
  ACCEPTED: { CONVERT: 'CONVERTED' },
  DECLINED: {},
  WITHDRAWN: {},
  CONVERTED: {},
  EXPIRED: {},
}

export type DecisionState = 'RECORDED' | 'SUPERSEDED' | 'EXPIRED' | 'CONSUMED'
/** SUPERSEDE applies to a REFER only: the application's own states refuse a new decision after any other. */
export type DecisionEvent = 'SUPERSEDE' | 'CONSUME' | 'EXPIRE'

export const DECISION_MOVES: Moves<DecisionState, DecisionEvent> = {
  RECORDED: { SUPERSEDE: 'SUPERSEDED', CONSUME: 'CONSUMED', EXPIRE: 'EXPIRED' },
  SUPERSEDED: {},
  EXPIRED: {},
  CONSUMED: {},
}

export type OfferState = 'OPEN' | 'ACCEPTED' | 'SUPERSEDED' | 'CONVERTED' | 'EXPIRED'
export type OfferEvent = 'ACCEPT' | 'SUPERSEDE' | 'CONVERT' | 'EXPIRE'

export const OFFER_MOVES: Moves<OfferState, OfferEvent> = {
  OPEN: { ACCEPT: 'ACCEPTED', SUPERSEDE: 'SUPERSEDED', EXPIRE: 'EXPIRED' },
  // Accepting again returns the offer unchanged.
  ACCEPTED: { ACCEPT: 'ACCEPTED', CONVERT: 'CONVERTED' },
  SUPERSEDED: {},
  CONVERTED: {},
  EXPIRED: {},
}

export type Stored<State extends string> = Exclude<State, 'EXPIRED'>

/** The state at an instant: the stored one, or EXPIRED when the clock has passed the end of a state that expires. */
export function stateAt<State extends string>(
  moves: Moves<State | 'EXPIRED', 'EXPIRE'>,
  stored: State,
  expiresAtMs: number | undefined,
  nowMs: number,
): State | 'EXPIRED' {
  const ends = moves[stored].EXPIRE !== undefined && expiresAtMs !== undefined
  return ends && expiresAtMs <= nowMs ? 'EXPIRED' : stored
}

/** The stored states that the clock can end. */
export function expiringStates<State extends string>(moves: Moves<State, 'EXPIRE'>): State[] {
  return (Object.keys(moves) as State[]).filter((state) => moves[state].EXPIRE !== undefined)
}
