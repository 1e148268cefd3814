// The operations on terminal keys.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { activateTerminalKey } from './activate-terminal-key.ts'
import { browseTerminalKeys } from './browse-terminal-keys.ts'
import { createTerminalKey } from './create-terminal-key.ts'
import { getTerminalKey } from './get-terminal-key.ts'
import { listTerminalKeys } from './list-terminal-keys.ts'
import { revokeTerminalKey } from './revoke-terminal-key.ts'
import { rotateTerminalKey } from './rotate-terminal-key.ts'

export const TERMINAL_KEY_OPERATIONS: readonly OnboardingOperation[] = [
  createTerminalKey,
  browseTerminalKeys,
  listTerminalKeys,
  getTerminalKey,
  activateTerminalKey,
  rotateTerminalKey,
  revokeTerminalKey,
]
