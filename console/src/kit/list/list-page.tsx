// A page that is a list.

import type { ReactNode } from 'react'
import { PageFrame, type PageFrameProps } from '../page/page-frame.tsx'
import { RecordList, type RecordListProps } from './record-list.tsx'

export type ListPageProps<Row> = Omit<PageFrameProps, 'children' | 'title'> & { readonly title: string } & Omit<
    RecordListProps<Row>,
    'label'
  > & {
    /** Below the list. */
    readonly children?: ReactNode
  }

export function ListPage<Row>({ title, description, trail, badge, actions, children, ...list }: ListPageProps<Row>) {
  return (
    <PageFrame
      title={title}
      {...(description !== undefined && { description })}
      {...(trail !== undefined && { trail })}
      badge={badge}
      actions={actions}
    >
      <RecordList label={title} {...list} />
      {children}
    </PageFrame>
  )
}
