// Delivery of events to partners: their numbers, the feed that they read, and the webhooks that are sent.

import type { Logger } from 'pino'
import { shiftOf } from '../../../administration/event-delivery/delivery-time.ts'
import { EventFeed } from '../../../administration/event-delivery/event-feed.ts'
import { EventRetention } from '../../../administration/event-delivery/event-retention.ts'
import { Sequencer } from '../../../administration/event-delivery/sequencer.ts'
import { WebhookSender } from '../../../administration/event-delivery/webhooks/webhook-sender.ts'
import type { Properties } from '../../../administration/properties/properties.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { Networks } from '../../../platform/kernel/networks.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Wiring } from '../wiring.ts'
import type { Mails } from './mails.ts'

export interface EventDeliveryParts {
  readonly database: Database
  readonly clock: Clock
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly secretBox: SecretBox
  readonly properties: Properties
  readonly environment: Environment
  /** Networks that webhooks may reach besides the public internet. */
  allowedNetworks(): Networks
  readonly mails: Mails
  readonly logger: Logger
  /** Resolves when this worker does what one worker does for all; undefined in a process of its own. */
  readonly duties?: Promise<void> | undefined
  /** Told how attempts to deliver events ended. */
  readonly eventObserver?: { attempt(outcome: string): void } | undefined
  readonly wiring: Wiring
}

export interface EventDelivery {
  readonly eventFeed: EventFeed
  readonly webhookSender: WebhookSender
  readonly sweeps: readonly Sweep[]
}

export function openEventDelivery({ mails, logger, duties, ...parts }: EventDeliveryParts): EventDelivery {
  const { database, clock, businessClock, secretBox, properties, environment, allowedNetworks, wiring } = parts
  const shiftMs = shiftOf(businessClock)
  const sequencer = wiring.make(Sequencer, { database, shiftMs })
  const eventFeed = wiring.make(EventFeed, { database })
  const eventRetention = wiring.make(EventRetention, {
    database,
    shiftMs,
    keepDays: () => properties.read('events.keep-days'),
  })
  const webhookSender = wiring.make(WebhookSender, {
    database,
    shiftMs,
    systemClock: clock,
    secretBox,
    environment,
    allowedNetworks,
    outbox: mails.outbox,
    mailQueued: () => mails.mailSender.wake(),
    log: logger,
    observer: parts.eventObserver,
  })
  if (duties === undefined) webhookSender.start()
  else duties.then(() => webhookSender.start())
  return {
    eventFeed,
    webhookSender,
    sweeps: [sequencer.sweep(), eventRetention.sweep()],
  }
}
