// The operations on terminals.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseTerminals } from './browse-terminals.ts'
import { createTerminal } from './create-terminal.ts'
import { decommissionTerminal } from './decommission-terminal.ts'
import { deleteTerminal } from './delete-terminal.ts'
import { getTerminal } from './get-terminal.ts'
import { listTerminals } from './list-terminals.ts'
import { setTerminalActivation } from './set-terminal-activation.ts'
import { updateTerminal } from './update-terminal.ts'

export const TERMINAL_OPERATIONS: readonly OnboardingOperation[] = [
  createTerminal,
  browseTerminals,
  listTerminals,
  getTerminal,
  updateTerminal,
  deleteTerminal,
  setTerminalActivation,
  decommissionTerminal,
]
