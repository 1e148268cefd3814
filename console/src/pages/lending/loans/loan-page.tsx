// One loan: how it stands, its schedule, what happened, what would happen, and what can be done.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { PartnerRecord, usePartner } from '../../../kit/form/partner.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { UrlTabs } from '../../../kit/page/url-tabs.tsx'
import { CollectionsTab } from '../collections/collections-tab.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { nameOf } from '../lending-words.ts'
import { KeepDrafts } from '../what-if/drafts.tsx'
import { WhatIfTab } from '../what-if/what-if-tab.tsx'
import { LoanActions } from './loan-actions.tsx'
import { LoanBadges } from './loan-badges.tsx'
import { FeesTab } from './tabs/fees-tab.tsx'
import { OverviewTab } from './tabs/overview-tab.tsx'
import { ScheduleTab } from './tabs/schedule-tab.tsx'
import { TransactionsTab } from './tabs/transactions-tab.tsx'

export default function LoanPage() {
  const loanId = usePathParameter('loanId')
  const [partnerId] = usePartner('lending')
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loanId),
    queryFn: () => ask(lending(partnerId).getLoan({ loanId })),
    enabled: partnerId !== '',
  })
  const loan = query.data
  return (
    <LendingFrame
      title={loan === undefined ? 'Loan' : nameOf(loan.applicant)}
      {...(loan !== undefined && {
        description: `${loan.productCode} loan${loan.externalReference === undefined ? '' : `, reference ${loan.externalReference}`}`,
      })}
      trail={[['Loans', '/lending/loans']]}
      badge={loan !== undefined && <LoanBadges loan={loan} />}
      actions={loan !== undefined && <LoanActions partnerId={partnerId} loan={loan} />}
    >
      {() => (
        <PartnerRecord noun="Loan" partnerId={partnerId} query={query}>
          {(found) => (
            <KeepDrafts key={loanId}>
              <UrlTabs
                label="Parts of the loan"
                tabs={[
                  {
                    value: 'overview',
                    label: 'Overview',
                    content: () => <OverviewTab partnerId={partnerId} loan={found} />,
                  },
                  {
                    value: 'schedule',
                    label: 'Schedule',
                    owns: ['version', 'asOf'],
                    content: () => <ScheduleTab partnerId={partnerId} loan={found} />,
                  },
                  {
                    value: 'transactions',
                    label: 'Transactions',
                    content: () => <TransactionsTab partnerId={partnerId} loan={found} />,
                  },
                  {
                    value: 'what-if',
                    label: 'What if',
                    content: () => <WhatIfTab partnerId={partnerId} loan={found} />,
                  },
                  {
                    value: 'fees',
                    label: 'Fees',
                    owns: ['status', 'kind', 'page', 'size'],
                    content: () => <FeesTab partnerId={partnerId} loan={found} />,
                  },
                  {
                    value: 'collections',
                    label: 'Collections',
                    owns: ['asOf'],
                    content: () => <CollectionsTab partnerId={partnerId} loan={found} />,
                  },
                ]}
              />
            </KeepDrafts>
          )}
        </PartnerRecord>
      )}
    </LendingFrame>
  )
}
