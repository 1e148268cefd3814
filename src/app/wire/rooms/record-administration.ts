// Administration of what people configure: each kind of record with its rules. The gateway and `tillgate config` share it.

import { Roles } from '../../../administration/access/roles/roles.ts'
import { SubTenants } from '../../../administration/access/sub-tenants/sub-tenants.ts'
import { shiftOf } from '../../../administration/event-delivery/delivery-time.ts'
import { Webhooks } from '../../../administration/event-delivery/webhooks/webhooks.ts'
import { Billers } from '../../../administration/institutions/billers/billers.ts'
import type { PartnerServices } from '../../../administration/institutions/change-directory.ts'
import { Institutions } from '../../../administration/institutions/financial-institutions/institutions.ts'
import { HotCards } from '../../../administration/institutions/hot-cards/hot-cards.ts'
import { Partners } from '../../../administration/institutions/partners/partners.ts'
import { Stops } from '../../../administration/institutions/stops/stops.ts'
import { type TerminalServices, Terminals } from '../../../administration/institutions/terminals/terminals.ts'
import {
  ApplicationProperties,
  type ApplicationPropertyServices,
} from '../../../administration/properties/application-properties.ts'
import type { Dialect } from '../../../channels/iso8583/dialect.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import type { CatalogueServices } from '../../../loans/products/change-catalogue.ts'
import { ProductAdministration } from '../../../loans/products/product-administration.ts'
import { RateAdministration } from '../../../loans/products/rates/rate-administration.ts'
import { AlertRules } from '../../../oversight/alerts/alert-rules.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import type { Networks } from '../../../platform/kernel/networks.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { PLATFORM_PROPERTIES } from '../platform-properties.ts'
import type { Wiring } from '../wiring.ts'
import { openCoreAdministration } from './core-administration.ts'

export interface RecordAdministrationParts
  extends PartnerServices,
    Pick<CatalogueServices, 'catalogue'>,
    Pick<ApplicationPropertyServices, 'followers'> {
  /** The clock of transactions, which the sandbox can move. */
  readonly businessClock: Clock
  readonly environment: Environment
  /** Dialects of ISO 8583, by name; none where no connection is tested. */
  readonly dialects?: ReadonlyMap<string, Dialect>
  /** What is in terminals; unknown where none is decommissioned. */
  readonly cash?: TerminalServices['cash']
  /** Networks that webhooks may reach besides the public internet. */
  allowedNetworks(): Networks
  readonly wiring: Wiring
}

export type RecordAdministration = Pick<
  OnboardingServices,
  | 'roles'
  | 'partners'
  | 'institutions'
  | 'billers'
  | 'hotCards'
  | 'stops'
  | 'subTenants'
  | 'terminals'
  | 'connections'
  | 'accountTypes'
  | 'capabilities'
  | 'applicationProperties'
  | 'loanProducts'
  | 'loanRates'
  | 'webhooks'
  | 'alertRules'
>

export function openRecordAdministration(parts: RecordAdministrationParts): RecordAdministration {
  const { database, clock, businessClock, secretBox, directory, catalogue, followers, environment, wiring } = parts
  const { dialects = new Map() } = parts
  return {
    roles: wiring.make(Roles, { database, clock }),
    partners: wiring.make(Partners, { database, clock, secretBox, directory }),
    institutions: wiring.make(Institutions, { database, clock, businessClock, directory, environment }),
    billers: wiring.make(Billers, { database, clock, directory }),
    hotCards: wiring.make(HotCards, { database, clock, secretBox }),
    stops: wiring.make(Stops, { database, clock }),
    subTenants: wiring.make(SubTenants, { database, clock }),
    terminals: wiring.make(Terminals, { database, clock, secretBox, directory, cash: parts.cash }),
    ...openCoreAdministration({ database, clock, secretBox, directory, environment, dialects, wiring }),
    applicationProperties: wiring.make(ApplicationProperties, {
      database,
      clock,
      secretBox,
      followers,
      readers: PLATFORM_PROPERTIES,
    }),
    loanProducts: wiring.make(ProductAdministration, { database, clock, catalogue }),
    loanRates: wiring.make(RateAdministration, { database, clock, catalogue }),
    alertRules: wiring.make(AlertRules, { database, clock }),
    webhooks: wiring.make(Webhooks, {
      database,
      clock,
      shiftMs: shiftOf(businessClock),
      secretBox,
      environment,
      allowedNetworks: () => parts.allowedNetworks(),
    }),
  }
}
