// One account type.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { Id } from '../../kit/show/values.tsx'
import { FlagList } from '../capabilities/flag-list.tsx'
import { balanceWord, categoryWord } from './account-type-words.ts'
import { useCapabilities } from './use-capabilities.ts'

export default function AccountTypePage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Account type"
      list={['Account types', '/account-types']}
      queryKey={['account-types', id]}
      load={() => ask(admin.getAccountType({ id }))}
      frame={(type) => ({
        title: `${type.code} of ${type.institutionId}`,
        status: type.isActive ? 'ACTIVE' : 'INACTIVE',
        description: type.description,
        actions: <AccountTypeActions type={type} />,
      })}
    >
      {(type) => (
        <>
          <Section title="Account type">
            <Facts
              facts={[
                ['Code', <Id key="code">{type.code}</Id>],
                [
                  'Institution',
                  <PageLink key="institution" to={`/institutions/${type.institutionId}`}>
                    {type.institutionId}
                  </PageLink>,
                ],
                ['Description', type.description],
                ['Category', categoryWord(type.category)],
                ['Name in the core', type.coreCode === null ? `${type.code} (the same)` : type.coreCode],
                ['Balances shown', type.balanceTypes.map(balanceWord).join(', ')],
              ]}
            />
          </Section>
          <DefaultCapability code={type.defaultTxnCapability} />
          <MadeAndChanged record={type} />
        </>
      )}
    </RecordFrame>
  )
}

function DefaultCapability({ code }: { code: string }) {
  const capability = useCapabilities().find((found) => found.code === code)
  return (
    <Section
      title={capability === undefined ? `Capability ${code}` : `Capability ${code}: ${capability.description}`}
      description="What accounts of this type may be used for, unless an account was loaded with another capability."
      actions={
        capability !== undefined && <PageLink to={`/capabilities/${capability.id}`}>Open the capability</PageLink>
      }
    >
      {capability !== undefined && <FlagList flags={capability.flags} />}
    </Section>
  )
}

function AccountTypeActions({ type: { id, code, isActive } }: { type: onboarding.AccountType }) {
  return (
    <RecordActions
      module="ACCOUNT_TYPES"
      what={`account type ${code}`}
      list="/account-types"
      id={id}
      isActive={isActive}
      invalidates={[['account-types']]}
      deletion={{
        message: 'A type that accounts have cannot be deleted; deactivate it instead.',
        run: () => ask(admin.deleteAccountType({ id })),
      }}
      deactivation={{
        title: `Deactivate ${code}?`,
        message:
          'Accounts of this type are no longer listed in lookups, and orders on them are declined with 119. Reversals still pass.',
      }}
      setActive={(next) => ask(admin.setAccountTypeActivation({ id, isActive: next }))}
      done={(now) => (now ? `${code} is active.` : `${code} is inactive.`)}
    />
  )
}
