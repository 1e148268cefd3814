// One account: its four balances, whose tokens it holds, its movements, and what can be done with it.

import { Alert, Stack, Text } from '@mantine/core'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Instant, StatusBadge, YesNo } from '../../../kit/show/values.tsx'
import { DigitalRecord } from '../digital-frame.tsx'
import { askDigital } from '../digital-request.ts'
import { MovementList } from '../movements/movement-list.tsx'
import { NewMovementButtons } from '../movements/new-movement-buttons.tsx'
import { InstitutionName, shortId, UserName } from '../parties/party-names.tsx'
import { outcomeWords } from '../words/reasons.ts'
import { ACCOUNT_STATES } from '../words/states.ts'
import { AccountCheckForm } from './account-check-form.tsx'
import { AccountMoves, FrozenNotice } from './account-moves.tsx'
import { BalanceView, HoldingsTable } from './balance-view.tsx'
import { useBalances } from './balances.ts'
import { Statement } from './statement.tsx'

const OPENING_POLL_MS = 1_500

export default function AccountPage() {
  const accountId = usePathParameter('id')
  return (
    <DigitalRecord
      noun="Token account"
      trail={[['Token accounts', '/digital/accounts']]}
      queryKey={['accounts', 'record', accountId]}
      load={(partnerId) => askDigital(digital(partnerId).getDigitalAssetAccount({ accountId }))}
      refreshEveryMs={({ state }) => (state === 'PROVISIONING' ? OPENING_POLL_MS : false)}
      frame={(found, partnerId) => ({
        title: found.account.label ?? `Account ${shortId(found.id)}`,
        description: ACCOUNT_STATES[found.state],
        badge: <StatusBadge status={found.state} />,
        actions: (
          <>
            <Allowed module="DIGITAL_PARTIES" action="UPDATE">
              <AccountMoves partnerId={partnerId} account={found} />
            </Allowed>
            <MoneyButtons account={found} />
          </>
        ),
      })}
    >
      {(found, partnerId) => <AccountBody partnerId={partnerId} found={found} />}
    </DigitalRecord>
  )
}

function AccountBody({ partnerId, found }: { partnerId: string; found: model.DigitalAssetAccount }) {
  const { id, state, institution, user, account, linkedAccount, outcome, createdAt, updatedAt } = found
  const balances = useBalances(partnerId, id)
  return (
    <Stack gap="lg">
      {state === 'FROZEN' && <FrozenNotice restrictions={account.restrictions ?? []} />}
      {outcome !== undefined && (
        <Alert color="red" title="The account could not be opened">
          <Text size="sm">
            {outcomeWords(outcome.reasonCode)} ({outcome.reasonCode})
          </Text>
        </Alert>
      )}
      <Allowed module="DIGITAL_MONEY" action="VIEW">
        <Section
          title="Balances"
          description={
            balances.data !== undefined && (
              <>
                As of <Instant at={balances.data.asOf} />
              </>
            )
          }
        >
          <Loaded query={balances}>
            {(read) => (
              <Stack gap="lg">
                {read.balances.map((balance) => (
                  <BalanceView key={balance.currency} balance={balance} />
                ))}
                {read.balances.length === 0 && (
                  <BalanceView
                    balance={{ currency: account.currency, asset: 0, available: 0, locked: 0, pending: 0 }}
                  />
                )}
              </Stack>
            )}
          </Loaded>
        </Section>
        <Section title="Holdings by issuer" description="Whose tokens the account holds.">
          <Loaded query={balances}>
            {(read) => <HoldingsTable partnerId={partnerId} holdings={read.tokenizedDepositHoldings} />}
          </Loaded>
        </Section>
      </Allowed>
      <Section title="The account">
        <Facts
          facts={[
            ['Holder', <UserName key="user" partnerId={partnerId} id={user.id} />],
            ['Institution', <InstitutionName key="institution" partnerId={partnerId} id={institution.id} />],
            ['Currency', account.currency],
            [
              'Linked account',
              `${linkedAccount.id}${linkedAccount.type === undefined ? '' : linkedAccount.type === 'DDA' ? ' (checking, DDA)' : ' (savings, SDA)'}`,
            ],
            ['Default in its currency', <YesNo key="default" value={account.default} />],
            ['Id', <Id key="id">{id}</Id>],
            ['Opened', <Instant key="made" at={createdAt} />],
            ['Last changed', <Instant key="changed" at={updatedAt} />],
          ]}
        />
      </Section>
      <Allowed module="DIGITAL_MONEY" action="VIEW">
        <Section title="Statement" description="Each posted change of the tokens, last posted first.">
          <Statement partnerId={partnerId} accountId={id} />
        </Section>
        <Section title="Movements">
          <MovementList partnerId={partnerId} accountId={id} />
        </Section>
      </Allowed>
      <div className="screen-only">
        <Section
          title="Check the account"
          description="What another partner learns before paying here: whether the account can receive, and whether a name is the holder’s."
        >
          <AccountCheckForm partnerId={partnerId} account={found} />
        </Section>
      </div>
    </Stack>
  )
}

/** Only what the account's state allows. */
function MoneyButtons({ account: { id, state, account } }: { account: model.DigitalAssetAccount }) {
  const restrictions = account.restrictions ?? []
  const isOpen = state === 'ACTIVE' || state === 'FROZEN'
  return (
    <NewMovementButtons
      accountId={id}
      canDebit={isOpen && !restrictions.includes('NO_DEBIT')}
      canCredit={isOpen && !restrictions.includes('NO_CREDIT')}
    />
  )
}
