// Signing in.

import { Card, Center, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { RecordForm, useRecordForm } from '../../kit/record-form.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { signIn } from '../../session/session.ts'

export default function SignInPage() {
  const [{ to = '/' }] = useUrlState()
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: { email: '', password: '' },
    submit: (values) => signIn(values),
    onSaved: () => void navigate({ to, replace: true }),
  })
  return (
    <Center mih="100vh">
      <Card w={380}>
        <Stack>
          <Title order={1}>Sign in</Title>
          <RecordForm state={state} submitLabel="Sign in">
            <TextInput label="E-mail" type="email" autoComplete="username" {...state.form.getInputProps('email')} />
            <PasswordInput label="Password" autoComplete="current-password" {...state.form.getInputProps('password')} />
          </RecordForm>
        </Stack>
      </Card>
    </Center>
  )
}
