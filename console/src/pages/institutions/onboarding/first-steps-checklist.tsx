// The last part of the way to the first withdrawal: a terminal, an account with its card, a partner that calls, and the call.

import { LinkButton } from '../../../kit/page/link-button.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { settings } from '../../../settings.ts'
import type { Institution } from '../institution.ts'
import { Checklist, type ChecklistItem } from './checklist.tsx'
import type { FirstSteps } from './first-steps.ts'

export function FirstStepsChecklist({ institution, steps }: { institution: Institution; steps: FirstSteps }) {
  const may = useMay()
  const { id, institutionId, status } = institution
  const button = (label: string, to: string, search: Record<string, string> = {}) => (
    <LinkButton to={to} search={search} size="xs" variant="light">
      {label}
    </LinkButton>
  )
  // A core of its own keeps them; whether it does cannot be seen from here.
  const inCore = steps.isKeptElsewhere ? 'Kept by its own core.' : undefined
  const items: readonly ChecklistItem[] = [
    {
      key: 'terminal',
      title: 'An active terminal',
      state: steps.terminal,
      why: 'The ATM, teller workstation, IVR or app that its customers use.',
      action:
        steps.terminal !== 'missing'
          ? undefined
          : steps.hasIdleTerminal
            ? button('Activate a terminal', `/institutions/${id}`, { tab: 'terminals' })
            : may('TERMINALS', 'CREATE') && button('Register a terminal', '/terminals/new', { institutionId }),
    },
    {
      key: 'account',
      title: 'An account',
      state: steps.account,
      why: inCore ?? 'Opened here one by one, or loaded from a file with tillgate load accounts. A new one is empty.',
      action:
        steps.account === 'missing' &&
        may('ACCOUNTS', 'CREATE') &&
        button('Open an account', '/accounts/new', { institutionId }),
    },
    {
      key: 'card',
      title: 'A card',
      state: steps.card,
      why: inCore ?? 'With it the customer reaches the account; its number begins with a BIN of the institution.',
      action:
        steps.card === 'missing' && may('CARDS', 'CREATE') && button('Add a card', '/cards/new', { institutionId }),
    },
    {
      key: 'partner',
      title: 'A partner that calls for it',
      state: steps.partner,
      why: 'Who runs its terminals.',
      action:
        steps.partner === 'missing' &&
        may('PARTNERS', 'CREATE') &&
        button('Add a partner', '/partners/new', { institutionId }),
    },
    {
      key: 'client',
      title: 'A client of the partner',
      state: steps.client,
      why: 'The credentials that come with every request. The secret is shown once.',
      action:
        steps.client === 'missing' &&
        steps.partnerId !== undefined &&
        may('PARTNERS', 'CREATE') &&
        button('Add a client', `/partners/${steps.partnerId}`),
    },
    {
      key: 'withdrawal',
      title: 'A first withdrawal',
      state: steps.withdrawal,
      why:
        status === 'ACTIVE'
          ? 'Deposit something first where the account is empty. It shows up in the search a moment after the partner has sent it.'
          : 'Possible once the institution is active.',
      action:
        steps.withdrawal === 'missing' &&
        status === 'ACTIVE' &&
        (settings.sandbox === undefined
          ? button('Transactions', '/transactions', { institutionId })
          : button('Try it at the virtual ATM', '/virtual-atm')),
    },
  ]
  return <Checklist label="Steps to the first withdrawal" items={items} />
}
