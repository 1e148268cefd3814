// Whom to turn to, where it sits, and its branches.

import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { COUNTRIES } from '../../../kit/inputs/places-and-currencies.ts'
import type { StepProps } from './identity-step.tsx'

const KINDS = [
  { value: 'PRIMARY', label: 'Primary' },
  { value: 'TECHNICAL', label: 'Technical' },
  { value: 'COMPLIANCE', label: 'Compliance' },
  { value: 'SETTLEMENT', label: 'Settlement' },
]

export function ContactsStep({ form }: StepProps) {
  return (
    <Stack gap="xl">
      <Contacts form={form} />
      <Address form={form} />
      <Branches form={form} />
    </Stack>
  )
}

function Contacts({ form }: StepProps) {
  const field = fieldsOf(form)
  const { contacts } = form.values
  const hasTechnical = contacts.some(({ kind }) => kind === 'TECHNICAL')
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Contacts</Title>
        <Text size="sm" c="dimmed">
          {hasTechnical
            ? 'People of the institution, by what they are for.'
            : 'Activation needs a technical contact: whom to call when its core does not answer.'}
        </Text>
      </div>
      {contacts.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the identity of a contact
        <Paper key={at} p="sm" role="group" aria-label={`Contact ${at + 1}`}>
          <Group align="flex-start" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} flex={1} spacing="sm">
              {field.choice(`contacts.${at}.kind`, 'For', KINDS, { allowDeselect: false, required: true })}
              {field.text(`contacts.${at}.name`, 'Name', { required: true, maxLength: 120 })}
              {field.text(`contacts.${at}.email`, 'E-mail', { type: 'email', required: true })}
              {field.text(`contacts.${at}.phone`, 'Telephone', { type: 'tel', required: true })}
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={26}
              aria-label={`Remove contact ${at + 1}`}
              onClick={() => form.removeListItem('contacts', at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            form.insertListItem('contacts', {
              kind: hasTechnical ? 'PRIMARY' : 'TECHNICAL',
              name: '',
              email: '',
              phone: '',
            })
          }
        >
          Add a contact
        </Button>
      </Group>
    </Stack>
  )
}

function Address({ form }: StepProps) {
  const field = fieldsOf(form)
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Address</Title>
        <Text size="sm" c="dimmed">
          Optional. If you give one, street, city, postal code and country are needed.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="md">
        {field.text('address.line1', 'Street and number')}
        {field.text('address.line2', 'Second line')}
        {field.text('address.city', 'City')}
        {field.text('address.state', 'State or province')}
        {field.text('address.postalCode', 'Postal code')}
        {field.choice('address.countryCode', 'Country', COUNTRIES, { searchable: true, clearable: true, limit: 300 })}
      </SimpleGrid>
    </Stack>
  )
}

function Branches({ form }: StepProps) {
  const field = fieldsOf(form)
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Branches</Title>
        <Text size="sm" c="dimmed">
          Accounts and terminals name the branch that they belong to.
        </Text>
      </div>
      {form.values.branches.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the identity of a branch
        <Paper key={at} p="sm" role="group" aria-label={`Branch ${at + 1}`}>
          <Group align="flex-start" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, sm: 3 }} flex={1} spacing="sm">
              {field.text(`branches.${at}.id`, 'Branch id', { required: true })}
              {field.text(`branches.${at}.name`, 'Branch name', { required: true })}
              {field.text(`branches.${at}.address`, 'Where it is', { required: true })}
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={26}
              aria-label={`Remove branch ${at + 1}`}
              onClick={() => form.removeListItem('branches', at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('branches', { id: '', name: '', address: '' })}
        >
          Add a branch
        </Button>
      </Group>
    </Stack>
  )
}
