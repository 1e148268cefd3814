// A new loan product.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { PageFrame } from '../../../kit/page/page-frame.tsx'
import { TERM_FIELD_NAMES } from '../terms/term-values.ts'
import { ProductFields } from './product-fields.tsx'
import { checkProduct, NEW_PRODUCT, requestOf } from './product-values.ts'

export default function NewProductPage() {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: NEW_PRODUCT,
    validate: checkProduct,
    fieldNames: TERM_FIELD_NAMES,
    submit: (values) =>
      ask(
        admin.createLoanProduct({
          ...requestOf(values),
          institutionId: values.institutionId,
          productCode: values.productCode.trim(),
        }),
      ),
    invalidates: [['loan-products']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The product is made and offered.', color: 'green' })
      void navigate({ to: `/lending/products/${id}` })
    },
  })
  return (
    <PageFrame title="New loan product" trail={[['Loan products', '/lending/products']]}>
      <RecordForm
        state={state}
        submitLabel="Create the product"
        onCancel={() => void navigate({ to: '/lending/products' })}
      >
        <ProductFields form={state.form} isNew />
      </RecordForm>
    </PageFrame>
  )
}
