// Makes a user, who is invited by mail.

import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { RoleSelect } from './role-select.tsx'
import { SubTenantSelect } from './sub-tenant-select.tsx'
import { takenField } from './user-words.ts'

export default function NewUserPage() {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: {
      firstName: '',
      lastName: '',
      mailID: '',
      roleId: '',
      institutionId: '',
      subTenantId: '',
      mfaEnable: true,
      isActive: true,
    },
    validate: ({ firstName, lastName, mailID, roleId }) => ({
      ...(firstName.trim() === '' && { firstName: 'A first name is needed' }),
      ...(lastName.trim() === '' && { lastName: 'A last name is needed' }),
      ...(mailID.trim() === '' && { mailID: 'An e-mail address is needed: the invitation goes there' }),
      ...(roleId === '' && { roleId: 'Choose a role' }),
    }),
    submit: ({ institutionId, subTenantId, ...user }) =>
      ask(
        admin.createUser({
          ...user,
          mailID: user.mailID.trim(),
          ...(institutionId !== '' && { institutionId }),
          ...(subTenantId !== '' && { subTenantId }),
        }),
      ),
    fieldOf: takenField,
    invalidates: [['users'], ['roles']],
    onSaved: ({ id, mailID, status }) => {
      notifications.show({
        color: 'green',
        message: status === 'INVITED' ? `The invitation to ${mailID} is on its way.` : `${mailID} is made.`,
      })
      void navigate({ to: `/users/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const { institutionId, subTenantId, isActive } = form.values
  return (
    <PageFrame title="New user" trail={[['Users', '/users']]}>
      <Section narrow>
        <RecordForm
          state={state}
          submitLabel={isActive ? 'Make the user and send the invitation' : 'Make the user'}
          onCancel={() => void navigate({ to: '/users' })}
        >
          <Stack>
            <Alert color="blue" icon={<IconMail />}>
              {isActive
                ? 'An invitation is mailed at once. Its link works for 72 hours and lets the user choose a password; until then the user is “Invited”.'
                : 'No invitation is mailed yet. The user gets it on activation.'}
            </Alert>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {field.text('firstName', 'First name', { required: true })}
              {field.text('lastName', 'Last name', { required: true })}
            </SimpleGrid>
            {field.text('mailID', 'E-mail', 'The user signs in with it. Every user has another one.', {
              type: 'email',
              required: true,
            })}
            <RoleSelect
              description="Settles what the user may do. You cannot give a role that grants more than your own."
              {...form.getInputProps('roleId')}
            />
            <Allowed module="INSTITUTIONS" action="VIEW">
              <InstitutionSelect
                description="The user sees only this institution. Leave it empty for a user of the whole platform (or, if you belong to an institution, of yours)."
                placeholder="None"
                clearable
                {...form.getInputProps('institutionId')}
                value={institutionId === '' ? null : institutionId}
                onChange={(next) => form.setValues({ institutionId: next ?? '', subTenantId: '' })}
              />
            </Allowed>
            <Allowed module="SUB_TENANTS" action="VIEW">
              <SubTenantSelect
                institutionId={institutionId}
                {...form.getInputProps('subTenantId')}
                value={subTenantId === '' ? null : subTenantId}
                onChange={(next) => form.setFieldValue('subTenantId', next ?? '')}
              />
            </Allowed>
            {field.flag(
              'mfaEnable',
              'Ask for a second factor',
              'The user registers an authenticator app and types its code at every sign-in. Recommended for everyone.',
            )}
            {field.flag('isActive', 'May sign in', 'Off: the user is made inactive and is invited on activation.')}
          </Stack>
        </RecordForm>
      </Section>
    </PageFrame>
  )
}
