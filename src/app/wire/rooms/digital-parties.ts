// The parties of digital banking: institutions and users.

import { TOKEN_VIEWS } from '../../../families/digital/shapes/event-views.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { DigitalInstitutions } from '../../../tokens/parties/institutions.ts'
import { DigitalUsers } from '../../../tokens/parties/users.ts'
import type { SettingsOf } from '../../../tokens/settings.ts'
import type { Wiring } from '../wiring.ts'

export interface DigitalParties {
  readonly digitalInstitutions: DigitalInstitutions
  readonly digitalUsers: DigitalUsers
}

export function makeDigitalParties(parts: {
  readonly database: Database
  readonly clock: Clock
  readonly settingsOf: SettingsOf
  readonly wiring: Wiring
}): DigitalParties {
  const { database, clock, settingsOf, wiring } = parts
  return {
    digitalInstitutions: wiring.make(DigitalInstitutions, { database, clock, settingsOf, views: TOKEN_VIEWS }),
    digitalUsers: wiring.make(DigitalUsers, { database, clock, settingsOf, views: TOKEN_VIEWS }),
  }
}
