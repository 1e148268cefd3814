// What can be done with an account in its status.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'
import type { Account } from './customer-words.ts'

export function AccountActions({ account: { id, accountId, status } }: { account: Account }) {
  const invalidates = [['accounts'], ['cards']]
  if (status === 'CLOSED') return null
  return (
    <>
      <Allowed module="ACCOUNTS" action="ACTIVATE">
        <ActionButton
          label="Close"
          color="red"
          variant="light"
          confirm={{
            title: `Close account ${accountId}?`,
            message:
              'This cannot be undone. Its balance must be zero, nothing held, and no digital account linked to it.',
            reason: 'required',
          }}
          run={(reason) => ask(admin.closeAccount({ id }, { reason: reason ?? '' }))}
          invalidates={invalidates}
          done={`Account ${accountId} is closed.`}
        />
        {status !== 'FROZEN' && (
          <ActionButton
            label="Block"
            color="red"
            variant="light"
            confirm={{
              title: `Block account ${accountId}?`,
              message:
                'From now on, orders that debit it are declined (code 182), and so are those that credit it (code 183). Reversals still pass.',
              reason: 'required',
            }}
            run={(reason) => ask(admin.blockAccount({ id }, { reason: reason ?? '' }))}
            invalidates={invalidates}
            done={`Account ${accountId} is blocked.`}
          />
        )}
        {status !== 'OPEN' && (
          <ActionButton
            label="Unblock"
            confirm={{
              title: `Unblock account ${accountId}?`,
              message: 'Orders on it are accepted again at once.',
              reason: 'required',
            }}
            run={(reason) => ask(admin.unblockAccount({ id }, { reason: reason ?? '' }))}
            invalidates={invalidates}
            done={`Account ${accountId} is open.`}
          />
        )}
      </Allowed>
      <Allowed module="ACCOUNTS" action="UPDATE">
        <EditButton to={`/accounts/${id}/edit`} />
      </Allowed>
    </>
  )
}
