// The operations on transaction capabilities.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseCapabilities } from './browse-capabilities.ts'
import { createCapability } from './create-capability.ts'
import { deleteCapability } from './delete-capability.ts'
import { getCapability } from './get-capability.ts'
import { listCapabilities } from './list-capabilities.ts'
import { setCapabilityActivation } from './set-capability-activation.ts'
import { updateCapability } from './update-capability.ts'

export const CAPABILITY_OPERATIONS: readonly OnboardingOperation[] = [
  createCapability,
  browseCapabilities,
  listCapabilities,
  getCapability,
  updateCapability,
  deleteCapability,
  setCapabilityActivation,
]
