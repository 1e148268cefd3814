// Every key of application properties that the platform reads. A part that follows properties belongs in this list, so that
// administration refuses values that the part could not use.

import { fourEyesKeys } from '../../administration/change-requests/four-eyes.ts'
import { OWN_PROPERTIES } from '../../administration/properties/properties.ts'
import type { ReadKeys } from '../../administration/properties/read-keys.ts'
import { entriesOf } from '../../edge/resource/four-eyes-entries.ts'
import { ONBOARDING_OPERATIONS } from '../../families/onboarding/operations.ts'
import { CORRECTION_PROPERTIES } from '../../oversight/corrections/correction-limits.ts'
import { DIGITAL_PROPERTIES } from '../../tokens/digital-settings.ts'

const WAITING = new Set(ONBOARDING_OPERATIONS.flatMap(entriesOf))

/** `MODULE:ACTION` of every change that can wait, without its parts. */
export const WAITING_ACTIONS: readonly string[] = [...WAITING].filter((entry) => entry.split(':').length === 2)

export const PLATFORM_PROPERTIES: readonly ReadKeys[] = [
  OWN_PROPERTIES,
  DIGITAL_PROPERTIES,
  CORRECTION_PROPERTIES,
  fourEyesKeys((entry) => WAITING.has(entry)),
]
