// Changes a user.

import { SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { VersionConflict } from '../../kit/form/version-conflict.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { useUser } from '../../session/session.ts'
import { RoleSelect } from './role-select.tsx'
import { takenField } from './user-words.ts'

export default function EditUserPage() {
  const id = usePathParameter('id')
  return (
    <EditRecord queryKey={['users', id]} load={() => ask(admin.getUser({ id }))}>
      {(user) => (
        <PageFrame
          title="Edit user"
          trail={[
            ['Users', '/users'],
            [`${user.firstName} ${user.lastName}`, `/users/${id}`],
          ]}
        >
          <Section narrow>
            <EditUser user={user} />
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}

function EditUser({ user }: { user: onboarding.User }) {
  const navigate = useNavigate()
  const isSelf = useUser().id === user.id
  const back = () => void navigate({ to: `/users/${user.id}` })
  const state = useRecordForm({
    initialValues: valuesOf(user),
    validate: ({ firstName, lastName, mailID }) => ({
      ...(firstName.trim() === '' && { firstName: 'A first name is needed' }),
      ...(lastName.trim() === '' && { lastName: 'A last name is needed' }),
      ...(mailID.trim() === '' && { mailID: 'An e-mail address is needed' }),
    }),
    submit: (values) => ask(admin.updateUser({ id: user.id, ...changesOf(user, values) })),
    fieldOf: takenField,
    invalidates: [['users'], ['roles'], ['audit']],
    onSaved: ({ firstName, lastName }) => {
      notifications.show({ color: 'green', message: `${firstName} ${lastName} is saved.` })
      back()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onCancel={back}
      conflict={
        <VersionConflict
          before={valuesOf(user)}
          mine={form.values}
          load={() => ask(admin.getUser({ id: user.id }))}
          valuesOf={valuesOf}
          onTake={(_read, values) => {
            form.setValues(values)
            state.clearError()
          }}
        />
      }
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.text('firstName', 'First name', { required: true })}
          {field.text('lastName', 'Last name', { required: true })}
        </SimpleGrid>
        {field.text(
          'mailID',
          'E-mail',
          user.status === 'INVITED'
            ? 'With another address, links sent before stop working and the invitation goes to the new one.'
            : 'The user signs in with it. A new address counts once it is confirmed by the link that is mailed to it.',
          { type: 'email', required: true },
        )}
        <RoleSelect
          present={user}
          disabled={isSelf}
          description={
            isSelf
              ? 'You cannot change your own role. Ask another administrator.'
              : 'Settles what the user may do. A change counts from the next click of the user on.'
          }
          {...form.getInputProps('roleId')}
        />
        {field.flag(
          'mfaEnable',
          'Ask for a second factor',
          'The user registers an authenticator app and types its code at every sign-in.',
        )}
      </Stack>
    </RecordForm>
  )
}

type Values = ReturnType<typeof valuesOf>

/** Only what changes: an address or a role that is sent may wait for a second person. */
function changesOf(user: onboarding.User, values: Values) {
  const { firstName, lastName, roleId, mfaEnable, version } = values
  const mailID = values.mailID.trim()
  return {
    version,
    ...(firstName !== user.firstName && { firstName }),
    ...(lastName !== user.lastName && { lastName }),
    ...(mailID !== user.mailID && { mailID }),
    ...(roleId !== user.roleId && { roleId }),
    ...(mfaEnable !== user.mfaEnable && { mfaEnable }),
  }
}

function valuesOf({ firstName, lastName, mailID, roleId, mfaEnable, version }: onboarding.User) {
  return { firstName, lastName, mailID, roleId, mfaEnable, version }
}
