// A new password for the signed-in user.

import { notifications } from '@mantine/notifications'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { Section } from '../../kit/page/section.tsx'
import { changePassword } from '../../session/credentials.ts'
import { checkNewPassword, NewPasswordFields, NO_PASSWORD } from '../../session/new-password-fields.tsx'
import { useUser } from '../../session/session.ts'

export function ChangePassword() {
  const { email } = useUser()
  const state = useRecordForm({
    initialValues: NO_PASSWORD,
    validate: checkNewPassword,
    submit: ({ password }) => changePassword(email, password),
    invalidates: [['my-sessions']],
    onSaved: () => {
      state.form.reset()
      notifications.show({
        color: 'green',
        title: 'Your password is changed',
        message: 'All your other sessions have ended.',
      })
    },
  })
  return (
    <Section title="Password" description="Changing it ends all your other sessions; this one stays.">
      <RecordForm state={state} submitLabel="Change the password">
        <NewPasswordFields form={state.form} email={email} />
      </RecordForm>
    </Section>
  )
}
