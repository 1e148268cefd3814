// An event as partners get it: CloudEvents 1.0 in JSON, by webhook and in the feed alike.

/** An event in the feed of a partner. */
export interface FeedEvent {
  readonly eventId: string
  readonly partnerId: string
  readonly sequence: bigint
  readonly kind: string
  readonly institutionId: string | null
  readonly resource: string
  readonly occurredAt: Date
  readonly data: object
}

export interface CloudEvent {
  readonly specversion: '1.0'
  readonly id: string
  readonly source: string
  readonly type: string
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  /** The sequence extension of CloudEvents: digits of one length, so that texts sort as the numbers do. */
  readonly sequence: string
  readonly partnerid: string
  readonly institutionid?: string
  readonly data: object
}

const SEQUENCE_DIGITS = 16

export function cloudEvent(event: FeedEvent): CloudEvent {
  return {
    specversion: '1.0',
    id: event.eventId,
    source: `/partners/${encodeURIComponent(event.partnerId)}`,
    type: event.kind,
    subject: event.resource,
    time: event.occurredAt.toISOString(),
    datacontenttype: 'application/json',
    sequence: sequenceText(event.sequence),
    partnerid: event.partnerId,
    ...(event.institutionId !== null && { institutionid: event.institutionId }),
    data: event.data,
  }
}

function sequenceText(sequence: bigint): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0')
}
