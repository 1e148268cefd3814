// Notifications on the wire.

import { Type } from 'typebox'
import { NOTIFICATION_KINDS } from '../../../../administration/notifications/store-notifications.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'

export const TAG = 'Notifications'

export const notification = Type.Object(
  {
    id: chosen(uuid('The notification')),
    kind: chosen(
      Type.Enum(Object.keys(NOTIFICATION_KINDS), {
        description: Object.entries(NOTIFICATION_KINDS)
          .map(([kind, tells]) => `${kind}: ${tells}`)
          .join('. '),
      }),
    ),
    title: chosen(Type.String({ description: 'What it tells, in English' })),
    details: chosen(
      Type.Record(Type.String(), Type.String(), {
        description: 'What the title is made of: the operation, the name of the record, who asked, the state',
      }),
    ),
    resource: chosen(Type.String({ description: 'What it tells of, as the audit log calls it' })),
    resourceId: chosen(Type.String({ description: 'Its id' })),
    institutionId: Type.Optional(chosen(Type.String({ description: 'Its institution' }))),
    createdAt: chosen(timestamp('When it was told')),
    readAt: Type.Optional(chosen(timestamp('When it was read; absent while it is unread'))),
  },
  { component: 'Notification' },
)

export const NOTIFICATION = {
  id: '0197f8c6-2b20-7a35-8e4d-3c8f1b7d2f10',
  kind: 'CHANGE_WAITS',
  title: 'Update biller: Biller Harbor Gas waits for your approval',
  details: {
    operation: 'UpdateBiller',
    record: 'biller',
    recordName: 'Harbor Gas',
    requestedBy: 'maker@bank.example',
  },
  resource: 'change-request',
  resourceId: '0197f8c6-1b20-7a35-8e4d-3c8f1b7d2f66',
  institutionId: 'FI001',
  createdAt: '2026-01-15T10:00:00.000Z',
}
