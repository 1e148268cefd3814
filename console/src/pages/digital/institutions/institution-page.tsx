// One institution: its tokens and the money behind them, its users and accounts, and what can be done with it.

import { Alert, Stack } from '@mantine/core'
import { digital } from '../../../api/gateway.ts'
import { countryName } from '../../../kit/inputs/places-and-currencies.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { AccountList } from '../accounts/account-list.tsx'
import { DigitalRecord } from '../digital-frame.tsx'
import { askDigital } from '../digital-request.ts'
import { PositionsKey, PositionsTable } from '../positions.tsx'
import { UserList } from '../users/user-list.tsx'
import { INSTITUTION_STATES } from '../words/states.ts'
import { AddTermsButton } from './add-terms.tsx'
import { InstitutionMoves } from './institution-moves.tsx'
import { isOwn } from './own-institution.ts'

export default function InstitutionPage() {
  const institutionId = usePathParameter('id')
  return (
    <DigitalRecord
      noun="Token institution"
      trail={[['Token institutions', '/digital/institutions']]}
      queryKey={['institutions', 'record', institutionId]}
      load={(partnerId) => askDigital(digital(partnerId).getInstitution({ institutionId }))}
      frame={(found, partnerId) => ({
        title: found.institution.name,
        description: INSTITUTION_STATES[found.state],
        badge: <StatusBadge status={found.state} />,
        actions: isOwn(found) && (
          <Allowed module="DIGITAL_PARTIES" action="UPDATE">
            <InstitutionMoves partnerId={partnerId} institution={found} />
            <AddTermsButton partnerId={partnerId} institution={found} />
          </Allowed>
        ),
      })}
    >
      {(found, partnerId) => {
        const { institution, positions = [] } = found
        return (
          <Stack gap="lg">
            {!isOwn(found) && (
              <Alert color="blue" title="An institution of another partner">
                Tokens can be sent to its accounts. Its positions, users and accounts are shown to its own partner only.
              </Alert>
            )}
            {isOwn(found) && (
              <Section title="Supply and backing">
                <PositionsTable positions={positions} label={`Positions of ${institution.name}`} />
                <PositionsKey />
              </Section>
            )}
            <Section title="Identification">
              <Facts
                facts={[
                  ['Id', <Id key="id">{found.id}</Id>],
                  ['Country', countryName(institution.country)],
                  ['Currencies', institution.currencies.join(', ')],
                  ['BIC', institution.bic],
                  ['LEI', institution.lei],
                  isOwn(found) && ['Institution of account services', institution.externalId],
                  isOwn(found) && ['Onboarded', <Instant key="made" at={found.createdAt} />],
                  isOwn(found) && ['Last changed', <Instant key="changed" at={found.updatedAt} />],
                ]}
              />
            </Section>
            {isOwn(found) && (
              <>
                <Section
                  title="Users"
                  actions={
                    found.state === 'ACTIVE' && (
                      <Allowed module="DIGITAL_PARTIES" action="CREATE">
                        <LinkButton to="/digital/users/new" search={{ institution: found.id }} variant="default">
                          Onboard a user
                        </LinkButton>
                      </Allowed>
                    )
                  }
                >
                  <UserList partnerId={partnerId} institutionId={found.id} />
                </Section>
                <Section
                  title="Accounts"
                  actions={
                    found.state === 'ACTIVE' && (
                      <Allowed module="DIGITAL_PARTIES" action="CREATE">
                        <LinkButton to="/digital/accounts/new" search={{ institution: found.id }} variant="default">
                          Open an account
                        </LinkButton>
                      </Allowed>
                    )
                  }
                >
                  <AccountList partnerId={partnerId} institutionId={found.id} />
                </Section>
              </>
            )}
          </Stack>
        )
      }}
    </DigitalRecord>
  )
}
