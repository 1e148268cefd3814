// The last part of the way to the first transaction: a terminal, accounts and cards, a partner that calls, and the call.

import { Code } from '@mantine/core'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { settings } from '../../../settings.ts'
import type { Institution } from '../institution.ts'
import { Checklist } from './checklist.tsx'
import type { FirstSteps } from './first-steps.ts'

export function FirstStepsChecklist({ institution, steps }: { institution: Institution; steps: FirstSteps }) {
  const may = useMay()
  const { id, institutionId, status } = institution
  const button = (label: string, to: string, search: Record<string, string> = {}) => (
    <LinkButton to={to} search={search} size="xs" variant="light">
      {label}
    </LinkButton>
  )
  return (
    <Checklist
      label="Steps to the first transaction"
      items={[
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
          key: 'accounts',
          title: 'Accounts and cards',
          state: steps.accounts,
          why:
            steps.accounts === 'done' ? (
              'Its core has them.'
            ) : (
              <>
                A core of its own has them already. Those of the built-in bank are loaded from files on the gateway’s
                machine: <Code>{`tillgate load accounts --institution ${institutionId} --file accounts.csv`}</Code>,
                then its cards in the same way.
              </>
            ),
        },
        {
          key: 'partner',
          title: 'A partner that calls for it',
          state: steps.partner,
          why: 'Who runs its terminals. The partner needs a client, whose credentials come with every request.',
          action:
            steps.partner === 'missing' &&
            may('PARTNERS', 'CREATE') &&
            button('Add a partner', '/partners/new', { institutionId }),
        },
        {
          key: 'transaction',
          title: 'A first transaction',
          state: steps.transaction,
          why:
            status === 'ACTIVE'
              ? 'It shows up in the search a moment after the partner has sent it.'
              : 'Possible once the institution is active.',
          action:
            steps.transaction === 'missing' &&
            status === 'ACTIVE' &&
            (settings.sandbox === undefined
              ? button('Transactions', '/transactions', { institutionId })
              : button('Try it at the virtual ATM', '/virtual-atm')),
        },
      ]}
    />
  )
}
