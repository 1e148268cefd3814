// How many recovery codes are left, and new ones.

import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordQuery } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { RecoveryCodes } from '../../session/recovery-codes.tsx'
import { useUser } from '../../session/session.ts'

const FEW = 3

export function RecoveryCodesSection() {
  const { email } = useUser()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Section
      title="Recovery codes"
      description="For the day on which your phone is lost: each opens your account once in place of a code of the app."
    >
      <RecordQuery queryKey={['recovery-codes']} load={() => ask(admin.countRecoveryCodes())}>
        {({ remaining }) => (
          <>
            <Text size="sm" mb="md">
              {remaining === 0
                ? 'You have no codes.'
                : `${remaining} ${remaining === 1 ? 'code is' : 'codes are'} left.`}
              {remaining > 0 && remaining <= FEW && ' Make new ones soon.'}
            </Text>
            <ActionButton
              label="Make new codes"
              {...(remaining > 0 && {
                confirm: {
                  title: 'Make new recovery codes?',
                  message: 'The codes that you have stop working. The ten new ones are shown once.',
                },
              })}
              run={() => ask(admin.createRecoveryCodes())}
              invalidates={[['recovery-codes']]}
              onDone={(made) => setCodes(made.codes)}
            />
          </>
        )}
      </RecordQuery>
      <Modal
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title="Your recovery codes"
        // They are shown once, so only the button that says that they are kept closes it.
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {codes !== undefined && (
          <RecoveryCodes email={email} codes={codes} doneLabel="I have kept them" onDone={() => setCodes(undefined)} />
        )}
      </Modal>
    </Section>
  )
}
