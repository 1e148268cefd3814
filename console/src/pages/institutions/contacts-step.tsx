// Whom to turn to, where it sits, and its branches.

import { ActionIcon, Button, Group, Paper, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { COUNTRIES } from '../../kit/form/places-and-currencies.ts'
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
              <Select
                label="For"
                allowDeselect={false}
                data={KINDS}
                required
                {...form.getInputProps(`contacts.${at}.kind`)}
              />
              <TextInput label="Name" required maxLength={120} {...form.getInputProps(`contacts.${at}.name`)} />
              <TextInput label="E-mail" type="email" required {...form.getInputProps(`contacts.${at}.email`)} />
              <TextInput label="Telephone" type="tel" required {...form.getInputProps(`contacts.${at}.phone`)} />
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
  return (
    <Stack gap="sm">
      <div>
        <Title order={3}>Address</Title>
        <Text size="sm" c="dimmed">
          Optional. If you give one, street, city, postal code and country are needed.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="md">
        <TextInput label="Street and number" {...form.getInputProps('address.line1')} />
        <TextInput label="Second line" {...form.getInputProps('address.line2')} />
        <TextInput label="City" {...form.getInputProps('address.city')} />
        <TextInput label="State or province" {...form.getInputProps('address.state')} />
        <TextInput label="Postal code" {...form.getInputProps('address.postalCode')} />
        <Select
          label="Country"
          searchable
          clearable
          limit={300}
          data={[...COUNTRIES]}
          {...form.getInputProps('address.countryCode')}
        />
      </SimpleGrid>
    </Stack>
  )
}

function Branches({ form }: StepProps) {
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
              <TextInput label="Branch id" required {...form.getInputProps(`branches.${at}.id`)} />
              <TextInput label="Branch name" required {...form.getInputProps(`branches.${at}.name`)} />
              <TextInput label="Where it is" required {...form.getInputProps(`branches.${at}.address`)} />
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
