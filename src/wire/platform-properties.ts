// Every key of application properties that the platform reads. A part that follows properties belongs in this list, so that
// administration refuses values that the part could not use.

import { OWN_PROPERTIES } from '../properties/properties.ts'
import type { ReadKeys } from '../properties/read-keys.ts'
import { DIGITAL_PROPERTIES } from '../tokens/digital-settings.ts'

export const PLATFORM_PROPERTIES: readonly ReadKeys[] = [OWN_PROPERTIES, DIGITAL_PROPERTIES]
