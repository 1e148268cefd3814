// Changes a role: its name, its description and what it grants.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { RoleForm } from './role-form.tsx'

export default function EditRolePage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  const back = () => void navigate({ to: `/roles/${id}` })
  return (
    <EditRecord queryKey={['roles', id]} load={() => ask(admin.getRole({ id }))}>
      {(role, reload) => (
        <PageFrame
          title="Edit role"
          trail={[
            ['Roles', '/roles'],
            [role.roleName, `/roles/${id}`],
          ]}
        >
          <Section>
            <RoleForm
              role={role}
              submitLabel="Save"
              save={({ roleName, description }, modules) =>
                ask(admin.updateRole({ id }, { roleName, description, modules, version: role.version }))
              }
              onSaved={({ roleName }) => {
                notifications.show({ color: 'green', message: `The role ${roleName} is saved.` })
                back()
              }}
              onCancel={back}
              onReload={reload}
            />
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}
