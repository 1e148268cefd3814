// Makes a role.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { RoleForm } from './role-form.tsx'

export default function NewRolePage() {
  const navigate = useNavigate()
  return (
    <PageFrame title="New role" trail={[['Roles', '/roles']]}>
      <Section>
        <RoleForm
          submitLabel="Make the role"
          save={({ roleName, description, isEnabled }, modules) =>
            ask(admin.createRole({ roleName, description, isEnabled, modules }))
          }
          onSaved={({ id, roleName }) => {
            notifications.show({ color: 'green', message: `The role ${roleName} is made.` })
            void navigate({ to: `/roles/${id}` })
          }}
          onCancel={() => void navigate({ to: '/roles' })}
        />
      </Section>
    </PageFrame>
  )
}
